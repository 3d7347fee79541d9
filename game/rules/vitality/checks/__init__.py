"""Numbers with their reasons, rolls of a d20, and their exact odds."""
