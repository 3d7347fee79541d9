"""Maps: what lies on a board, the files that hold one, and who takes part."""
