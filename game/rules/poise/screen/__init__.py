"""What a person sees: previews and cards."""
