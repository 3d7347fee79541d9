"""The window: the only importer of pygame and pygame_gui."""
