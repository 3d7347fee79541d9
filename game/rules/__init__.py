"""Rulesets and what they share."""
