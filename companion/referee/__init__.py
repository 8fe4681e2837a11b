"""The session, sans I/O: inputs in, outputs out."""
