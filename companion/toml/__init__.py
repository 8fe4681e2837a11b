"""TOML files as people write them: read into typed values, and every mistake with its line."""

from companion.toml.lines import lines_of
from companion.toml.reading import Misfit, parse, read

__all__ = ["Misfit", "lines_of", "parse", "read"]
