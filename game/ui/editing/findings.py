"""The panel's lists: what the check finds, and what was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.edit.issues import Issue
from game.ui.editing import chips
from game.ui.editing.chips import Act, Chip
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import Pen

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing


def check(desk: Editing, pen: Pen) -> None:
    """What the check finds, most serious first."""
    p = pen.look.palette
    name = desk.editor.ruleset.title if desk.editor.ruleset is not None else "no rules"
    chips.row(
        pen,
        [Chip(f"Rules: {name}", chips.form(desk, "rules")), Chip("Fairness", chips.form(desk, "fairness"))],
    )
    pen.gap()
    if not desk.issues:
        pen.line("Nothing is wrong.", p.good)
    colors = {"error": p.bad, "warning": p.warn, "note": p.info}
    for issue in desk.issues:
        color = colors[issue.weight]
        top = pen.y
        pen.line(f"{issue.weight.capitalize()}: {issue.message}", color, size="small", act=_jump(desk, issue), indent=8)
        pen.surface.fill(color, (pen.rect.x, top, pen.look.px(3), pen.y - top))
        if issue.mend is not None:
            chips.row(pen, [Chip(issue.fix, _mend(desk, issue))])
        pen.gap(5)
    if any(issue.mend for issue in desk.issues):
        chips.row(pen, [Chip("Mend all", chips.form(desk, "mend"))])
    for fault in desk.editor.faults:
        pen.line(f"In the file: {fault}", p.dim, size="small")


def _jump(desk: Editing, issue: Issue) -> Act:
    def go() -> Reply:
        desk.jump(issue)
        return None

    return go


def _mend(desk: Editing, issue: Issue) -> Act:
    def go() -> Reply:
        desk.editor.mend(issue)
        desk.changed()
        desk.check()
        return None

    return go


# The undo list


def history(desk: Editing, pen: Pen) -> None:
    """Every line that can be gone back to, the newest first."""
    found, p = desk.editor.history, pen.look.palette
    saved = found.saved_at
    for at in reversed(range(len(found.commands))):
        title = found.commands[at].title + (" (saved)" if at == saved else "")
        color = p.accent if at == found.at else p.dim if at > found.at else p.text
        pen.line(title, color, size="small", bold=at == found.at, act=_go(desk, at))
        pen.gap(2)
    pen.gap()
    pen.line(f"{len(found.commands)} lines, {found.size / 2**20:.1f} MB", p.dim, size="small")


def _go(desk: Editing, at: int) -> Act:
    def go() -> Reply:
        desk.editor.go(at)
        desk.changed()
        return None

    return go
