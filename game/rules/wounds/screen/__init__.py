"""What a person sees. Reads only."""
