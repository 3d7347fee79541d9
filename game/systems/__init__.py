"""Plain functions over the world that several rulesets use."""
