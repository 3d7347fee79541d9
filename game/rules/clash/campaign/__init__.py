"""Between linked skirmishes: rest, learning, gear."""
