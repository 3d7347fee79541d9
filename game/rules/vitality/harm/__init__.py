"""Damage, healing, and what becomes of a unit by them."""
