"""Computer players and batches of skirmishes."""
