"""Parts that many rulesets need alike, for whoever writes one: sheets, rounds, walking, screen, the object itself."""
