"""Many games at once: simulation, fuzz, benchmark."""
