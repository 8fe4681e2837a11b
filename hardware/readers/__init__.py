"""Readers of tags: drivers (codec, then the owner of the bus), presence, and what keeps several of them going."""
