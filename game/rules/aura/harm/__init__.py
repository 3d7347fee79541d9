"""Damage, dying, conditions, and what the ground does."""
