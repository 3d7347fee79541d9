"""Space, zones, flanks, sight and cover, hiding."""
