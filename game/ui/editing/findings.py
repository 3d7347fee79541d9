"""The panel's lists: what the check finds, and what was done."""

from __future__ import annotations

from game.edit.issues import Issue
from game.ui.editing import chips
from game.ui.editing.chips import Act, Chip
from game.ui.editing.desk import Desk
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import TextColumn


def check(desk: Desk, column: TextColumn) -> None:
    """What the check finds, most serious first."""
    p = column.look.palette
    name = desk.editor.ruleset.title if desk.editor.ruleset is not None else "no rules"
    chips.row(
        column,
        [Chip(f"Rules: {name}", chips.form(desk, "rules")), Chip("Fairness", chips.form(desk, "fairness"))],
    )
    column.gap()
    if not desk.issues:
        column.line("Nothing is wrong.", p.good)
    colors = {"error": p.bad, "warning": p.warn, "note": p.info}
    for issue in desk.issues:
        color = colors[issue.weight]
        top = column.y
        column.line(
            f"{issue.weight.capitalize()}: {issue.message}", color, size="small", act=_jump(desk, issue), indent=8
        )
        column.surface.fill(color, (column.rect.x, top, column.look.px(3), column.y - top))
        if issue.mend is not None:
            chips.row(column, [Chip(issue.fix, _mend(desk, issue))])
        column.gap(5)
    if any(issue.mend for issue in desk.issues):
        chips.row(column, [Chip("Mend all", chips.form(desk, "mend"))])
    for fault in desk.editor.faults:
        column.line(f"In the file: {fault}", p.dim, size="small")


def _jump(desk: Desk, issue: Issue) -> Act:
    def go() -> Reply:
        desk.jump(issue)
        return None

    return go


def _mend(desk: Desk, issue: Issue) -> Act:
    def go() -> Reply:
        desk.editor.mend(issue)
        desk.changed()
        desk.check()
        return None

    return go


# The undo list


def history(desk: Desk, column: TextColumn) -> None:
    """Every line that can be gone back to, the newest first."""
    found, p = desk.editor.history, column.look.palette
    saved = found.saved_at
    for at in reversed(range(len(found.commands))):
        title = found.commands[at].title + (" (saved)" if at == saved else "")
        color = p.accent if at == found.at else p.dim if at > found.at else p.text
        column.line(title, color, size="small", bold=at == found.at, act=_go(desk, at))
        column.gap(2)
    column.gap()
    column.line(f"{len(found.commands)} lines, {found.size / 2**20:.1f} MB", p.dim, size="small")


def _go(desk: Desk, at: int) -> Act:
    def go() -> Reply:
        desk.editor.go(at)
        desk.changed()
        return None

    return go
