"""Where units stand: distance, facing, sight, cover, ways."""
