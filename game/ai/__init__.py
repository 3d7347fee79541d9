"""Controllers that answer requests, and batch play."""
