"""The scenario language, its runner, and the places it runs."""
