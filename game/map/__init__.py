"""Maps: what lies on a board, the files that hold one, who takes part, and what a skirmish starts from."""
