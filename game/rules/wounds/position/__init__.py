"""Where units are: ground, distances, lines and flanks."""
