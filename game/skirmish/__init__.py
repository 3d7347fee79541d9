"""Skirmishes: what one starts from, how it is saved and replayed, and what follows it."""
