"""Where everybody and everything is: who is who, distances, sight and cover, ways, hiding, ties."""
