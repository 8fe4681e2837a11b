"""`make bench`: the numbers that docs/bench.md reports, each against what it has to reach.

Counts (bytes, syncs, instructions) are exact.  A time means little on a machine that does other things as well, so it
is held against a peer that runs in the same run, turn by turn, and only the ratio counts.
"""
