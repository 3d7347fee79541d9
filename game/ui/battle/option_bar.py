"""The bar below the board: the question and its options as buttons, what cannot be done greyed with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.kernel.flow import Group as ActionGroup
from game.kernel.flow import Option
from game.rules.ruleset import Refusal
from game.text import names, words
from game.ui.battle import idle_bar, odds_line, ranking, reply_buttons
from game.ui.battle.answering import passing, press_group, quiet
from game.ui.battle.chooser import Doubt
from game.ui.battle.deadline import declining
from game.ui.battle.option_groups import TABS, Group, carries, tabbed
from game.ui.battle.prompts import StandingOrders
from game.ui.battle.state import Battle
from game.ui.battle.worths import is_move
from game.ui.kit import text
from game.ui.kit.screen import Push, Reply
from game.ui.kit.text_column import Spot, rule_lines
from game.ui.kit.theme import Look
from game.ui.kit.widgets import Button


def draw(battle: Battle, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Question above, buttons below; the buttons are remembered for clicks."""
    left = battle.seconds_left()
    state = (
        ranking.marked(battle),
        battle.request is None,
        battle.playing.holding,
        battle.ended,
        battle.verb,
        battle.pending,
        isinstance(battle.chooser, Doubt),
        battle.tab,
    )
    key = (
        "options",
        state,
        battle.offsets["options"],
        left,
        idle_bar.who_acts(battle) if battle.request is None else None,
    )
    battle.buttons, spots = battle.painted.draw(surface, rect, key, lambda: _paint(battle, surface, rect))
    battle.spots += spots
    clip = surface.get_clip()
    surface.set_clip(rect)
    for button in battle.buttons:
        if button.enabled and button.rect.collidepoint(battle.pointer):
            button.draw(surface, battle.app.look, hot=True, focused=False)
    surface.set_clip(clip)


def _paint(battle: Battle, surface: pygame.Surface, rect: pygame.Rect) -> tuple[list[Button], list[Spot]]:
    look, p = battle.app.look, battle.app.look.palette
    surface.fill(p.panel, rect)
    if battle.ended:
        return idle_bar.at_the_end(battle, surface, rect), []
    if battle.playing.holding:
        return idle_bar.while_held(battle, surface, rect), []
    if battle.request is None:
        idle_bar.while_others_act(battle, surface, rect)
        return [], []
    if not battle.table.is_turn():
        pygame.draw.rect(surface, p.accent, rect, look.px(2))
    tight = battle.areas.tight
    inner = rect.inflate(-look.px(24), -look.px(8 if tight else 14))
    top, spots = _draw_question(battle, surface, inner)
    tabs = _tabs(battle, pygame.Rect(inner.x, top, inner.width, 0))
    top = tabs[-1].rect.bottom + look.px(2 if tight else 6) if tabs else top
    buttons = tabs + _place(battle, surface, pygame.Rect(inner.x, top, inner.width, inner.bottom - top))
    clip = surface.get_clip()
    surface.set_clip(rect)
    for button in buttons:
        button.draw(surface, look, hot=False, focused=False)
    surface.set_clip(clip)
    return buttons, spots


def _draw_question(battle: Battle, surface: pygame.Surface, inner: pygame.Rect) -> tuple[int, list[Spot]]:
    """Who is asked what, and why; where the buttons may begin, and what explains itself."""
    look, p, request = battle.app.look, battle.app.look.palette, battle.request
    assert request is not None
    prompt = words.prompt(battle.ruleset, battle.table.world, request)
    size = look.size("small" if battle.areas.tight else "body")
    step, after = text.line_height(size), look.px(1 if battle.areas.tight else 5)
    y = inner.y
    if battle.table.is_turn():
        shown = _turn_words(battle, prompt)
        drawn = text.draw(surface, shown, (inner.x, y), size, p.text, bold=True, room=inner.width)
        long = text.width(shown, size, bold=True) > inner.width
        return y + step + after, [Spot(drawn, (shown,), None)] if long else []
    asked = _asked_words(battle, prompt)
    left, passing = battle.seconds_left(), declining(request)
    if left is not None and passing is not None:
        asked = f"{asked}  ({left} s, then: {battle.option_title(passing)})"
    others = request.who != getattr(request.about, "unit", None)  # in one's own act nobody wants to be left in peace
    tips = rule_lines(battle.ruleset, prompt.rule)
    spots: list[Spot] = []
    if prompt.because:
        shown = prompt.because
        for less in (": ", " with "):  # what was done is read before its numbers and the weapon's name
            if text.width(shown, size) > inner.width:
                shown = f"{shown.partition(less)[0].rstrip(' .…')} …"
        drawn = text.draw(surface, shown, (inner.x, y), size, p.text, room=inner.width)
        spots.append(Spot(drawn, (prompt.because, *tips)))
        y += step
    taken, found = _draw_links(
        battle, surface, pygame.Rect(inner.x, y, inner.width, 0), may_decline=passing is not None and others
    )
    spots += found
    if taken + text.width(asked, size, bold=True) > inner.width:  # no room for words beside the links: they stand below
        y += text.line_height(look.size("small"))
        taken = 0
    drawn = text.draw(surface, asked, (inner.x, y), size, p.accent, bold=True, room=inner.width - taken)
    spots.append(Spot(drawn, (asked, *tips), None))
    left, small = drawn.right + look.px(12), look.size("small")
    if prompt.rule and left + text.width(prompt.rule, small) <= inner.right - taken:
        text.draw(surface, prompt.rule, (left, y + step - text.line_height(small)), small, p.dim)
    return y + step + after, spots


def _turn_words(battle: Battle, prompt: words.Prompt) -> str:
    """Who has a turn, and the keys that matter now."""
    request, shown = battle.request, f"{prompt.asked}: {prompt.question}"
    if request is not None and any(carries(option) for option in request.options):
        how = "click a cell of its zone" if battle.verb else "click a unit, then a cell of its zone"
        shown = f"{shown}  {how[0].upper()}{how[1:]}."
    if isinstance(battle.chooser, Doubt):
        return _doubted(battle, battle.chooser, prompt.asked)
    if battle.pending:
        return f"{shown}  {battle.app.key('confirm')} confirms, {battle.app.key('cancel')} cancels."
    if battle.app.padded and tabbed(request):
        lists, ends = battle.app.key("list_here"), battle.app.key("end_turn")
        return f"{shown}  {lists} lists all actions, {ends} ends the turn."
    return shown


def _asked_words(battle: Battle, prompt: words.Prompt) -> str:
    """The side and the unit that are asked something in an act, or what is asked again."""
    if isinstance(battle.chooser, Doubt):
        return _doubted(battle, battle.chooser, prompt.asked)
    who = names.side_name(battle.table.world, battle.table.side())
    if len(battle.replies()) > 1:
        return f"{who}: {prompt.question}"
    asked = f"{prompt.asked}: {prompt.question}"
    return f"{who}, {asked}" if who != prompt.asked else asked


def _doubted(battle: Battle, doubt: Doubt, who: str) -> str:
    """What is asked again."""
    return f"{who}: {doubt.titles[1]}?  {battle.app.key('cancel')} cancels."


def _draw_links(
    battle: Battle, surface: pygame.Surface, inner: pygame.Rect, *, may_decline: bool
) -> tuple[int, list[Spot]]:
    """What is to be asked from now on, at the right, small where it is tight; the pixels it takes."""
    look, links = battle.app.look, _links(battle, may_decline=may_decline)
    gap = look.px(16)

    def needed(name: str) -> int:
        return sum(text.width(link, look.size(name)) + gap for link, _, _ in links)

    name = "body" if needed("body") * 2 <= inner.width and not battle.areas.tight else "small"
    right = inner.right
    spots: list[Spot] = []
    for link, tip, act in links:
        drawn = text.draw(surface, link, (right, inner.y), look.size(name), look.palette.info, align="right")
        spots.append(Spot(drawn, tip, act))
        right = drawn.x - gap
    return needed(name), spots


def _links(battle: Battle, *, may_decline: bool) -> list[tuple[str, tuple[str, ...], Callable[[], Reply]]]:
    """What is to be asked from now on, from the right: name, tip and what it does."""
    key = battle.app.key
    orders = ("Standing orders", "Let a question be answered without asking.", f"Key {key('orders')}")
    found: list[tuple[str, tuple[str, ...], Callable[[], Reply]]] = [
        (
            "Orders …" if battle.areas.tight else "Standing orders …",
            orders,
            lambda: Push(StandingOrders(battle.app, battle.table)),
        )
    ]
    if may_decline:
        for command, title, whole in (("quiet_round", "Not this round", True), ("quiet_turn", "Not this turn", False)):
            tip = (title, "Decline, and be asked again only if it is aimed at one of yours.", f"Key {key(command)}")
            found.append((title, tip, partial(quiet, battle, whole_round=whole)))
    return found


def _tabs(battle: Battle, area: pygame.Rect) -> list[Button]:
    """The eight groups of actions, always in the same places; dim where there is nothing to do."""
    opened = battle.open_tab()
    if opened is None:
        return []
    look = battle.app.look
    there = {group.tab for group in battle.groups()}
    found = []
    for number, (tab, title) in enumerate(TABS, start=1):
        hint = "" if battle.app.padded else str(number)
        tip = (title, f"Key {number}: the best of them, again for the next.")
        button = Button(
            f"tab {tab}", pygame.Rect(area), title, partial(_open, battle, tab), "", hint, tip,
            tab in there or any(refusal.group == tab for refusal in ranking.refusals(battle)),
            "plain" if tab in there else "quiet", tab == opened, size="small" if battle.areas.tight else "body",
        )  # fmt: skip
        found.append(button)
    tight = battle.areas.tight
    gap, high = look.px(2 if tight else 4), look.px(19 if tight else 24)
    widest = max(text.width(title, look.size("body")) for _, title in TABS) + look.px(42)
    columns = len(TABS) if len(TABS) * (widest + gap) <= area.width + gap else len(TABS) // 2
    wide = (area.width + gap) // columns - gap
    for number, button in enumerate(found):
        row, column = divmod(number, columns)
        button.rect = pygame.Rect(area.x + column * (wide + gap), area.y + row * (high + gap), wide, high)
    return found


def _open(battle: Battle, tab: ActionGroup) -> Reply:
    battle.tab = tab
    battle.offsets["options"] = 0
    return None


def _place(battle: Battle, surface: pygame.Surface, area: pygame.Rect) -> list[Button]:
    """Buttons in rows, those that are seen; the wheel scrolls when not all rows fit, and a bar says so."""
    look = battle.app.look
    tight = battle.areas.tight
    buttons = _buttons(battle, low=tight or area.height < look.px(80))
    gap, high = look.px(2 if tight else 6), look.px(23) if tight else _height(look, buttons)
    columns = _columns(look, buttons, area.width, gap)
    wide = (area.width + gap) // columns - gap
    rows = -(-len(buttons) // columns)
    most = max(0, rows * (high + gap) - gap - area.height)
    battle.offsets["options"] = min(battle.offsets["options"], -(-most // (high + gap)) * (high + gap))
    seen: list[Button] = []
    if most:
        share = area.height / (area.height + most)
        knob = pygame.Rect(area.right + look.px(4), 0, look.px(4), round(area.height * share))
        knob.y = area.y + round(battle.offsets["options"] * share)
        pygame.draw.rect(surface, look.palette.line, knob, border_radius=look.px(2))
    for number, button in enumerate(buttons):
        row, column = divmod(number, columns)
        y = area.y + row * (high + gap) - battle.offsets["options"]
        button.rect = pygame.Rect(area.x + column * (wide + gap), y, wide, high)
        if area.y <= y and (y + high <= area.bottom + look.px(4) or row == 0):
            seen.append(button)
    return seen


def _height(look: Look, buttons: Sequence[Button]) -> int:
    """Of each button: two lines if one of them has two."""
    if not any(button.note for button in buttons):
        return look.px(34)
    return text.line_height(look.size("body")) + text.line_height(look.size("small")) + look.px(2)


def _columns(look: Look, buttons: Sequence[Button], room: int, gap: int) -> int:
    """As many as fit while no label is cut."""
    widest = max((_width(look, button) for button in buttons), default=1)
    return max(1, min((room + gap) // (widest + gap), (room + gap) // look.px(126)))


def _width(look: Look, button: Button) -> int:
    """What a button needs to show all of its words."""
    words_wide = max(text.width(button.label, look.size("body")), text.width(button.note, look.size("small")))
    hint = text.width(button.hint, look.size("small")) + look.px(14) if button.hint else 0
    return words_wide + look.px(50) + hint  # as Button draws: margins, icon and key


def _buttons(battle: Battle, *, low: bool) -> list[Button]:
    """What can be done, then what cannot be; `low` leaves only one line each."""
    if battle.replies():
        return reply_buttons.buttons(battle)
    tab = battle.open_tab()
    shown = [group for group in battle.groups() if tab is None or group.tab == tab]
    if tab is not None:
        shown = ranking.verbs(battle, tab)
    digits = [0] * len(shown) if tab else ranking.digits(battle)
    made = [_group_button(battle, digit, group, low=low) for digit, group in zip(digits, shown, strict=True)]
    refusals = sorted(ranking.refusals(battle), key=lambda one: _place_of(battle, one.verb))
    refused = [one for one in refusals if tab is None or one.group == tab]
    return made + [_refused(battle, refusal, low=low) for refusal in refused]


def _place_of(battle: Battle, verb: str) -> int:
    verbs = battle.ruleset.verbs
    return verbs.index(verb) if verb in verbs else len(verbs)


def label_of(battle: Battle, group: Group) -> tuple[str, str]:
    """What a button says large, and small below: the verb, then its one target or how many there are."""
    option = group.options[0]
    name = option.label or names.title(battle.ruleset, option.verb)
    if carries(option) and option.unit is not None:
        return names.who_name(battle.table.world, option.unit), f"{len(group.options)} cells"
    if len(group.options) > 1:
        kind = "cells" if all(one.cell is not None for one in group.options) else "ways"
        if len({one.unit for one in group.options}) == len(group.options):
            kind = "units"
        return name, f"{len(group.options)} {kind}"
    request = battle.request
    if request is not None and option.unit == request.who and option.said == ("unit",):
        return name, ""
    whole = battle.option_title(option)
    plain = battle.ruleset.titles.get(option.family, "")
    if plain and name.startswith(f"{plain} "):  # a way of doing something: "Dash step by step"
        name = plain
    if not whole.startswith(name):
        return whole, ""
    rest = whole.removeprefix(name).strip(" :")
    if request is not None and option.unit == request.who:
        rest = rest.removeprefix(names.who_name(battle.table.world, request.who)).strip()
    return name, rest[1:-1] if rest.startswith("(") and rest.endswith(")") else rest


def _group_button(battle: Battle, digit: int, group: Group, *, low: bool) -> Button:
    option = group.options[0]
    alone = len(group.options) == 1
    label, note = label_of(battle, group)
    note = _note(battle, group, note)
    whole = battle.option_title(option) if alone else f"{label}: {note}"
    if low:
        alike = f"{label}, {note}" if note else label
        label, note = alike if alone else f"{label} ({len(group.options)})", ""
    hint = str(digit) if digit and not battle.app.padded else ""
    tips = rule_lines(battle.ruleset, option.rule)
    if alone and not tabbed(battle.request):
        preview = battle.preview(option.key)
        tips = (*(note.text for note in preview.notes), *tips) if preview is not None else tips
    if alone and option == passing(battle):
        hint = battle.app.key("end_turn")
    enters = alone and not tabbed(battle.request) and ranking.marked(battle) == option.key
    if enters:
        hint = " · ".join(filter(None, (hint, battle.app.key("confirm"))))

    def press() -> Reply:
        if battle.may_answer():
            press_group(battle, group)
        return None

    key = option.key if alone else f"group {group.verb}"
    kind = "primary" if option.role == "commit" else "row"
    on = battle.verb == group.verb or enters or (alone and battle.pending == option.key)
    rect = pygame.Rect(0, 0, 0, 0)
    return Button(
        key, rect, label, press, _icon(option.family or option.verb), hint, (whole, *tips), True, kind, on, note=note
    )


def _note(battle: Battle, group: Group, note: str) -> str:
    """The small words of a button: what `label_of` says, then odds and price of the one option, or of the best."""
    tabbed, alone = battle.open_tab() is not None, len(group.options) == 1
    best = ranking.best(battle, group) if tabbed else None
    if best is None and (tabbed or not alone):
        moves = tabbed and all(map(is_move, group.options))
        return odds_line.joined(note, ranking.span(battle, group.options) if alone or moves else "")
    shown = best or group.options[0]
    said = note if alone else _aim(battle, shown)
    several = sum(option.role == "act" for option in battle.request.options) > 1 if battle.request else False
    if several and ranking.likely(battle) == shown:
        said = odds_line.joined("best", said)
    return odds_line.joined(said, ranking.outcome(battle, shown), ranking.priced(battle, shown))


def _aim(battle: Battle, option: Option) -> str:
    """Whom the best of several options is aimed at; of other verbs another may be better."""
    return f"best target {names.who_name(battle.table.world, option.unit)}" if option.unit is not None else "best place"


def _icon(verb: str) -> str:
    """The icon of a verb: its name, or `end_turn` for `end`."""
    return "end_turn" if verb == "end" else verb


def _refused(battle: Battle, refusal: Refusal, *, low: bool) -> Button:
    """What cannot be done now, with all reasons."""
    tips = [f"{refusal.label}: not now"]
    for reason in refusal.reasons:
        tips.append(f"• {reason.text}" + (f"  ({reason.rule})" if reason.rule else ""))
    nothing: Callable[[], Reply] = lambda: None  # noqa: E731
    note = refusal.reasons[0].text if refusal.reasons and not low else ""
    return Button(
        f"refused {refusal.verb}", pygame.Rect(0, 0, 0, 0), refusal.label, nothing,
        _icon(refusal.family or refusal.verb), "", tuple(tips), enabled=False, kind="row", note=note,
    )  # fmt: skip
