"""Things in hand, put away and on the ground."""
