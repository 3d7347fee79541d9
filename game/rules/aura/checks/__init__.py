"""A unit's numbers, dice, and their exact odds."""
