"""The map editor without a screen: drafts of maps, operations on them, generators, checks and safe files."""
