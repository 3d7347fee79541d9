"""Where things are on the board: cells, neighbours, paths and sight on squares and hexes."""
