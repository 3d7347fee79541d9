"""Dice and their exact odds."""
