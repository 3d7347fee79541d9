"""Who acts when, held actions, shared turns, and how a battle begins and ends."""
