"""Who acts when: rounds, turns, and what happens at their ends."""
