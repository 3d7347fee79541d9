"""Playing the map that is being drawn: a skirmish on top of the editor, and back to the same state."""

from __future__ import annotations

import pygame

from game.ai.controller import controllers
from game.data.sheets import SheetError
from game.edit import trials
from game.edit.draft import Draft
from game.map.roster import SideSetup
from game.rules.ruleset import Outcome
from game.skirmish.record import Skirmish
from game.text import words
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.kit import choices
from game.ui.kit.menu import Menu
from game.ui.kit.notice import Notice
from game.ui.kit.page import Line
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.window import App


class Trial:
    """A skirmish whose end and whose Esc lead back to the editor."""

    scope = "board"

    def __init__(self, app: App, skirmish: Skirmish) -> None:
        self.app = app
        self.skirmish = skirmish
        self.battle = app.screens.tryout(app, skirmish, self._over)

    def layout(self) -> None:
        """As the skirmish."""
        self.battle.layout()

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: as the skirmish; its menu, and Esc when nothing else is to be given up, go back."""
        if command == "menu":
            return Pop()
        reply = self.battle.event(event, command)
        back = isinstance(reply, Push) and (command == "cancel" or isinstance(reply.screen, Menu))
        return Pop() if back else reply

    def update(self, seconds: float) -> Reply:
        """As the skirmish."""
        return self.battle.update(seconds)

    def _over(self) -> Notice:
        """What comes at the end of the skirmish: from it one goes back."""
        rules, world = self.skirmish.ruleset, self.skirmish.session.world
        title = words.outcome(rules, world, rules.outcome(world) or Outcome((), ""))

        def back() -> Reply:
            return Pop()

        return Notice(
            self.app,
            "The test is over",
            [Line(title), Line("", "gap"), Line("Back goes to the map as it was.", "dim")],
            (("Back", back), ("Look at the board", None)),
            size=(560, 260),
        )

    def busy(self) -> bool:
        """As the skirmish."""
        return self.battle.busy()

    def draw(self, surface: pygame.Surface) -> None:
        """As the skirmish."""
        self.battle.draw(surface)

    def leave(self) -> None:
        """As the skirmish."""
        self.battle.leave()


def ask(desk: Desk) -> Reply:
    """Rules, who plays which side with which units, seed; remembered until the editor is left."""
    draft = trials.playable(desk.editor.draft)
    sides = draft.sides
    known = desk.trial
    rules = choices.rulesets()
    first = desk.editor.ruleset.name if desk.editor.ruleset is not None else next(iter(rules), "")
    values: dict[str, object] = {"ruleset": first, "seed": "1", **known}
    for number, side in enumerate(sides):
        armies = trials.armies(draft, number)
        values.setdefault(f"who{number}", side.controller if side.roster or not number else controllers()[0].name)
        if values.get(f"army{number}") not in [key for key, _ in armies]:
            values[f"army{number}"] = armies[0][0] if side.roster else "band"

    def ok() -> Reply:
        desk.trial = dict(form.values)
        who = [form.word(f"who{number}") for number in range(len(sides))]
        try:
            armies = [form.word(f"army{number}") for number in range(len(sides))]
            scenario = desk.editor.trial(form.word("ruleset"), who, form.word("seed"), armies)
            skirmish = Skirmish(scenario).settle()
        except SheetError as problem:
            raise ValueError(str(problem)) from None
        desk.app.go(Pop())
        desk.app.say("A test: Esc goes back to the map as it is.")
        return Push(Trial(desk.app, skirmish))

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.choice("ruleset", "Rules", [(name, each.title) for name, each in rules.items()]),
            *(row for n, side in enumerate(sides) for row in _side(form, draft, n, side)),
            form.entry("seed", "Seed of the dice", "A number or a word; another one, other dice"),
        ]

    def notes(form: Dialog) -> list[Line]:
        own = all(form.values[f"army{n}"] == trials.OWN for n in range(len(sides)))
        wrong = [issue for issue in desk.editor.issues() if issue.weight == "error"] if own else []
        return [Line(issue.message, "dim") for issue in wrong] or [
            Line("Esc comes back to the map as it is now.", "dim")
        ]

    def another() -> Reply:
        seed = form.word("seed")
        return form.set("seed", str(int(seed) + 1 if seed.isdecimal() else 1), anew=True)

    form = Dialog(
        desk.app, "Play the map", rows, ok, values=values, notes=notes, label="Play", more=[("Next seed", another)],
        width=720,
    )  # fmt: skip
    return Push(form)


def _side(form: Dialog, draft: Draft, number: int, side: SideSetup) -> list[RowSpec]:
    """Who plays a side, and with what."""
    return [
        form.choice(f"who{number}", side.name, choices.controllers(side.controller), "Played by"),
        form.choice(f"army{number}", f"Units of {side.name}", trials.armies(draft, number)),
    ]
