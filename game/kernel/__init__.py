"""The kernel: flows that await, the session that drives them, the world and its components, dice and numbers."""
