"""The screens before, between and after skirmishes: title, set-up, house rules, saves, settings, ending."""
