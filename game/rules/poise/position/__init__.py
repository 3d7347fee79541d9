"""Where units stand to each other: steps, ways, zones of control, sight and cover."""
