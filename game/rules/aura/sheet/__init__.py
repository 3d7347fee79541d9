"""Data read from the sheets, and what must follow from it."""
