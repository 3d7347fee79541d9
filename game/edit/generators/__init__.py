"""Generators of ground: seven kinds, each from a seed and a few numbers."""
