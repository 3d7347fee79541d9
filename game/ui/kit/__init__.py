"""What all screens share: widgets, forms, pages of text, colours, keys, settings and saves."""
