"""Damage, conditions, stress, defeat, and what it earns."""
