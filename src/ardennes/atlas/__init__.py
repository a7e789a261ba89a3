"""One georeferenced Ardennes, and the tool that compiles each game's board from it."""
