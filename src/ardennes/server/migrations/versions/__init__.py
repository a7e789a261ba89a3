"""The steps, oldest first; each file names the one before it. A step that was released never changes."""
