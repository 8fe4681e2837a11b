"""Laws that hold for every game: each is a function, and beside it stands a game that breaks it.

`positions`, `questions`, `pieces`, `secrets` and `kits` hold the laws, `faults` the games that break them, `plays`
what the laws are tried on.
"""
