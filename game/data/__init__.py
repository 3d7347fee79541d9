"""Files and sheets: where they are, how they are read within bounds, and every fault at its place."""
