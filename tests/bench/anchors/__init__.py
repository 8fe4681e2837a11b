"""What our speed is held against: peers that run in the same run, so that the ratio can be trusted."""
