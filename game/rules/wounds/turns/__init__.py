"""Who acts when, and what others may put in between."""
