"""The things on the table: what they are, which tags they bear, and where they lie."""
