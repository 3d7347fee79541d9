"""Wounds, conditions, what wears units down and out."""
