"""Simulated buses and chips, below the drivers; the travelling clock; fault switches."""
