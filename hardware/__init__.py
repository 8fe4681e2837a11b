"""The hardware abstraction layer.  Knows nothing of games."""
