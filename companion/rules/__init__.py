"""The kernel: flows, decisions, positions, the game log.  Standard library only, no clock, no chance, no I/O."""
