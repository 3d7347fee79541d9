"""Who acts when: the floor, Rounds, and what others may put in between."""
