"""The physical vocabulary of a table."""
