"""Options for tests that have no table of verbs: the verb is the first word of the key."""

from __future__ import annotations

from game.kernel.flow import Action, Option, Role

ROLES: dict[str, Role] = {"no": "decline", "stay": "decline", "stop": "decline", "end": "end_turn", "ready": "commit"}


def option(
    key: str,
    label: str = "",
    cell: int | None = None,
    unit: int | None = None,
    rule: str = "",
    role: Role | None = None,
) -> Option:
    """An option as a ruleset's table would make it."""
    verb = key.partition(" ")[0]
    return Option(key, Action(verb, unit, cell), label, rule, role or ROLES.get(verb, "act"))
