"""Skirmishes: how one is saved and replayed, and what follows it."""
