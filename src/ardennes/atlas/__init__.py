"""One georeferenced Ardennes, and the tool that compiles it into the board of each game."""
