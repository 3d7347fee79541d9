"""What is done about the check: by which rules, the next finding, every fix at once."""

from __future__ import annotations

from game.edit.checks import mend_all as mended
from game.ui.editing.desk import Desk
from game.ui.kit import choices
from game.ui.kit.picker import Picker
from game.ui.kit.screen import Push, Reply


def rules(desk: Desk) -> Reply:
    """By which rules the map is checked."""
    found = [None, *choices.rulesets().values()]
    lines = [(each.title if each else "No rules", "" if each else "Only what concerns all") for each in found]

    def take(at: int) -> Reply:
        desk.take_ruleset(found[at])
        return None

    return Push(Picker(desk.app, "Check by", lines, take, "Take"))


def mend_all(desk: Desk) -> Reply:
    """Every fix, one after the other, as one command."""
    desk.editor.replace("Mend all", mended(desk.editor.draft, desk.editor.ruleset))
    desk.changed()
    desk.check()
    return None


def next_issue(desk: Desk) -> Reply:
    """Jump to the finding after the one shown."""
    desk.check()
    if not desk.issues:
        desk.app.say("The check finds nothing wrong.")
        return None
    desk.tab = "check"
    desk.jump(desk.issues[desk.issue_at % len(desk.issues)])
    desk.issue_at += 1
    return None
