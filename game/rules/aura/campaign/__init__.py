"""Between skirmishes."""
