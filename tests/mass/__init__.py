"""Mass play: thousands of random games of every game, over all house rules and numbers of seats."""
