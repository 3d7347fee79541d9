"""Between battles: rests and gear."""
