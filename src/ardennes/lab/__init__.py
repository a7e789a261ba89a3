"""Many games at once: simulation, fuzzing, benchmark."""
