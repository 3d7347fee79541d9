"""What a person sees: cards, overlays, previews."""
