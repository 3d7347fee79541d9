"""What is seen of events: `timeline` turns them into strokes, in their order: nothing before what led to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.kernel import events as ev
from game.kernel.events import Event
from game.ui.battle import cues, strokes
from game.ui.battle.exchanges import (
    ANSWERS,
    EVADED,
    HELD,
    HITS,
    MISSES,
    RESULTS,
    VOID,
    Exchange,
    Exchanges,
    How,
    number,
    title,
)
from game.ui.battle.strokes import Kind, Stroke

_BEFORE = 80  # earlier events that are read to know what is going on
_HURTS = frozenset({"damage", "lose", "wound"})
_HEALS = frozenset({"gain", "restore"})
_OUT_OF_TURN = frozenset({"reaction", "interrupt", "held"})
_OUTCOMES = frozenset({"success", "failure", "critical_success"})
_MOST_SIDES = 100  # dice with more are lots that are drawn
_PLACED = frozenset({"teleport", "place", "summon"})


def timeline(
    events: Sequence[Event],
    start: int = 0,
    titles: Mapping[str, str] | None = None,
    hidden: frozenset[int] = frozenset(),
    dark: frozenset[int] = frozenset(),
    *,
    since: int = 0,
    over: bool = False,
) -> tuple[Stroke, ...]:
    """The strokes of the events from number `start` on; those from `since` on say what is going on.

    `titles` gives English for keys. Of `hidden` units nothing is seen, nor of events with
    `dark` numbers. With `over` nothing more comes of what goes on.
    """
    teller = _Teller(events, titles or {})
    teller.quiet = True
    for at in range(max(0, start - _BEFORE), start):
        if at >= since or isinstance(events[at], ev.TurnBegan | ev.TurnEnded | ev.RoundBegan):
            teller.tell(at)
    teller.pause(over=False)
    teller.quiet = False
    for at in range(start, len(events)):
        if at not in dark:
            teller.tell(at)
    teller.pause(over=over)
    return tuple(_seen(stroke, hidden) for stroke in teller.strokes)


def _seen(stroke: Stroke, hidden: frozenset[int]) -> Stroke:
    """Nothing but its outcome where a hidden unit would be seen or heard."""
    if stroke.unit not in hidden and stroke.other not in hidden:
        return stroke
    if stroke.kind == "impact" and stroke.unit not in hidden:
        return replace(stroke, other=None)
    kind: Kind = "end" if stroke.kind == "end" else "show"
    return Stroke(kind, stroke.act, 0, shows=stroke.shows, doer=stroke.doer, at=stroke.at)


class _Teller:
    """Goes through events and writes strokes; while `quiet`, it only takes note."""

    def __init__(self, events: Sequence[Event], titles: Mapping[str, str]) -> None:
        self.events, self.titles = events, titles
        self.strokes: list[Stroke] = []
        self.quiet = False
        self.exchanges = Exchanges()
        self.turns: set[int] = set()  # whose turn it is
        self.act, self.at = 0, 0
        self.broke_in: int | None = None  # who has just used a reaction
        self.rolled: int | None = None  # who has just rolled for something that is no attack

    def tell(self, at: int) -> None:
        """The event of that number."""
        self.at, event = at, self.events[at]
        tell = _TELL.get(type(event))
        if tell is not None:
            tell(self, event)
        else:
            self._put("show", 0, event, unit=getattr(event, "unit", None), shows=(event,))
        if not isinstance(event, ev.Rolled | ev.Judged | ev.Struck):
            self.rolled = None

    def pause(self, *, over: bool) -> None:
        """The events are at an end for now: what has been struck is over."""
        for exchange in [*self.exchanges.open]:
            if over or exchange.struck:
                self._settle(exchange)

    def _put(
        self, kind: Kind, wait: int, event: Event | None = None, within: Exchange | None = None, **more: Any
    ) -> None:
        """Write a stroke; `event` makes its sound, `within` is the exchange that it belongs to."""
        if self.quiet:
            return
        unit = more.get("unit")
        doer = more.pop("doer", None) or (within.unit if within is not None else unit)
        reaction = more.pop("reaction", False) or (within.reaction if within is not None else self._out_of_turn(doer))
        sound = more.pop("sound", cues.sound_of(event) if event is not None else "")
        act = within.act if within is not None else self.act
        self.strokes.append(Stroke(kind, act, wait, doer=doer, reaction=reaction, sound=sound, at=self.at, **more))

    def _float(self, wait: int, unit: int, words: str, event: Event | None = None, **more: Any) -> None:
        """Words that rise from a unit."""
        self._put("float", wait, event, unit=unit, words=words, lasts=strokes.FLOAT, **more)

    def _title(self, key: str) -> str:
        return title(self.titles, key)

    def _out_of_turn(self, doer: int | None) -> bool:
        return bool(self.turns) and doer is not None and doer not in self.turns

    # exchanges

    def _strike(self, one: Exchange | None, how: How, said: str = "") -> None:
        """The blow falls, once."""
        if one is None or one.struck:
            return
        one.struck, one.how = True, how
        flies: dict[str, Any] = {"flies": one.ranged, "sound": "bow" if one.ranged else "swing"}
        self._put("blow", strokes.BLOW, within=one, unit=one.unit, other=one.target, tone=how, **flies)
        sound = {"hit": "hit", "miss": "dodge", "block": "block"}[how]
        self._put("impact", strokes.STOP, within=one, lasts=300, unit=one.target, other=one.unit, tone=how, sound=sound)
        if how != "hit":
            self._float(strokes.MISS, one.target, said or RESULTS[how], within=one)

    def _settle(self, one: Exchange) -> None:
        """Nothing more comes of it: an answer without harm has held."""
        if not one.struck and (one.how or one.answer):
            self._strike(one, one.how or "block", HELD.get(one.answer, ""))
        self._put("end", 0, within=one)
        self.exchanges.open.remove(one)

    def _settle_all(self) -> None:
        for one in [*self.exchanges.open]:
            self._settle(one)
        self.act = self.at

    def _verdict(self, one: Exchange, how: str) -> None:
        """The card says how it came out; a miss is seen at once, a hit when nothing can be done about it any more."""
        missed, held = how in MISSES, HELD.get(one.answer, "")
        words = {"hit": "Hit", "miss": held or "Miss", "missed": held or "Miss"}.get(how) or self._title(how)
        tone = "miss" if missed else "hit"
        self._put("say", strokes.BRIEF, within=one, unit=one.unit, words=words + one.compared, tone=tone)
        if missed:
            self._strike(one, "block" if held and one.answer != "dodge" else "miss", held)
        else:
            one.how = "hit"

    def _attacked(self, event: ev.Attacked) -> None:
        for one in [*self.exchanges.open]:
            if one.unit == event.unit and (one.struck or one.target == event.target):
                self._settle(one)
        reaction = self.broke_in == event.unit or self._out_of_turn(event.unit)
        self.broke_in, self.act = None, self.at
        one = self.exchanges.begin(self.at, event, self.titles, reaction=reaction)
        words = self._title(event.what)
        self._put("line", strokes.LINE, event, one, unit=event.unit, other=event.target, words=words)
        said = ", ".join(number(self.titles, event.numbers, at) for at in range(min(2, len(event.numbers))))
        self._put("say", strokes.SAY, within=one, unit=event.unit, words=said)

    def _answered(self, event: ev.Answered) -> None:
        one = self.exchanges.on(event.unit, event.attacker)
        words = ANSWERS.get(event.how) or self._title(event.how)
        if one is None:
            self._float(strokes.BRIEF, event.unit, words, event, reaction=True)
            return
        one.answered(event, self.titles)
        more = {"unit": event.unit, "words": words, "doer": event.unit, "tone": "answer", "reaction": True}
        self._put("say", strokes.ANSWER, None, one, **more)
        if event.how in EVADED:
            self._strike(one, "miss", words)

    def _rolled(self, event: ev.Rolled) -> None:
        one = self.exchanges.about(event.unit)
        self.rolled = event.unit if one is None else None
        if one is not None and event.unit == one.unit and not one.struck:
            if "damage" in event.why:
                self._strike(one, one.harm)
            else:
                one.roll(event, self.titles)
        if not event.faces or max(event.dice) > _MOST_SIDES or f"{event.why}_said" in self.titles:
            return
        dice = tuple(zip(event.dice, event.faces, strict=True))
        lasts = 0 if one is not None else strokes.FLOAT
        words = self._title(event.why)
        again = not self.quiet and bool(self.strokes) and self.strokes[-1].kind == "dice"
        wait = strokes.MORE_DICE if again else strokes.DICE
        self._put("dice", wait, event, one, lasts=lasts, unit=event.unit, words=words, dice=dice)

    def _judged(self, event: ev.Judged) -> None:
        one = self.exchanges.of(event.unit, event.target)
        if one is not None and event.how == "goes_on" and event.target is not None:
            self._settle(one)
            self.exchanges.open.append(replace(one, target=event.target, how="", answer="", struck=False))
            self._put(
                "line", strokes.LINE, within=one, unit=one.unit, other=event.target, words=self._title(event.what)
            )
        elif one is not None and event.how in HITS | MISSES:
            self._verdict(one, event.how)
        elif self.rolled == event.unit or event.how in _OUTCOMES:
            self._outcome(event)

    def _struck(self, event: ev.Struck) -> None:
        one = self.exchanges.of(event.unit, event.target)
        if one is not None and event.how in HITS | MISSES:
            one.known = number(self.titles, event.numbers) or one.known
            self._verdict(one, event.how)
        else:
            self._outcome(event)

    def _outcome(self, event: ev.Judged | ev.Struck) -> None:
        tone = "bad" if event.how in ("failure", "miss") else "good"
        self._float(strokes.BRIEF, event.unit, self._title(event.how), event, tone=tone)

    def _noted(self, event: ev.Noted) -> None:
        one = self.exchanges.of(event.unit)
        if one is not None and event.what in MISSES:
            self._verdict(one, event.what)
            return
        aimed = self.exchanges.against(event.unit)
        if aimed is not None:
            self._strike(aimed, aimed.harm)
        self._float(strokes.BRIEF, event.unit, self._title(event.what), event)

    def _blocked(self, event: ev.Blocked) -> None:
        one = self.exchanges.of(event.unit)
        if one is not None and event.what in VOID:
            one.how, one.answer = "", ""
            self._settle(one)
        if self.exchanges.of(event.unit) is None:
            self._strike(self.exchanges.against(event.unit), "block")
        self._float(strokes.BRIEF, event.unit, self._title(event.what), event)

    # what is done besides

    def _used(self, event: ev.Used) -> None:
        one = self.exchanges.about(event.unit)
        reaction = event.kind in _OUT_OF_TURN or self._out_of_turn(event.unit)
        self.broke_in = event.unit if reaction else None
        after = self.events[self.at + 1] if self.at + 1 < len(self.events) else None
        if isinstance(after, ev.Attacked) and after.unit == event.unit:
            return  # the attack itself says the same
        words = self._title(event.what)
        if one is not None and (reaction or event.kind == "maneuver"):
            more = {"unit": event.unit, "words": words, "doer": event.unit, "tone": "answer", "reaction": reaction}
            self._put("say", strokes.ANSWER, event, one, **more)
            return
        for each in [*self.exchanges.open]:
            if each.unit == event.unit:
                self._settle(each)
        self.act = self.at
        others = [unit for unit in event.targets if unit != event.unit]
        other = others[0] if len(others) == 1 else None
        self._put(
            "line", strokes.LINE, event, unit=event.unit, other=other, words=words, lasts=strokes.PASSING,
            reaction=reaction,
        )  # fmt: skip

    def _pool_changed(self, event: ev.PoolChanged) -> None:
        hurts = event.verb in _HURTS
        one = self.exchanges.on(event.unit, event.source) if event.verb in _HURTS | _HEALS else None
        if one is not None:
            self._strike(one, one.harm)
        told = hurts or (event.verb in _HEALS and event.source is not None)
        if not told or event.before == event.after:
            self._put("show", 0, unit=event.unit, shows=(event,))
            return
        last = self.strokes[-1] if self.strokes and not self.quiet else None
        if last is not None and _adds_up(last, event):
            words = self._change(last.shows[0], event)
            self.strokes[-1] = replace(last, words=words, shows=(*last.shows, event))
            return
        more = {"tone": _tone(event), "icon": event.pool, "doer": event.source or event.unit}
        heard = None if one is not None else event
        words = self._change(event, event)
        self._float(strokes.NUMBER, event.unit, words, heard, within=one, shows=(event,), **more)

    def _change(self, first: Event, last: ev.PoolChanged) -> str:
        """Hits on one target add up in one number; a wound is named."""
        assert isinstance(first, ev.PoolChanged)
        if last.verb == "wound" and last.after == first.before + 1:
            return self._title(last.pool)
        return f"{last.after - first.before:+d} {self._title(last.pool)}".replace("-", "−")

    def _gained(self, event: ev.Gained) -> None:
        one = self.exchanges.on(event.unit, event.source)
        if one is not None:
            self._strike(one, one.harm)
        words = self._title(event.condition)
        more = {"icon": event.condition, "shows": (event,)}
        self._float(strokes.CONDITION, event.unit, words, event, within=one, **more)

    def _hindered(self, event: ev.Hindered) -> None:
        reacts: dict[str, Any] = {"doer": event.by, "reaction": True}
        self._put("blow", strokes.BLOW, unit=event.by, other=event.unit, tone="hit", sound="swing", **reacts)
        words = self._title("hindered")
        self._float(strokes.BRIEF, event.unit, words, event, tone="bad", shows=(event,), **reacts)

    def _fell(self, event: ev.Fell) -> None:
        one = self.exchanges.on(event.unit, event.by) if event.by is not None else None
        self._strike(one, "hit")
        words = self._title(event.how)
        if not any((each.unit, each.words) == (event.unit, words) for each in self.strokes[-3:]):  # said already
            self._float(0, event.unit, words, within=one, tone="bad", icon=event.how)
        self._put("fall", strokes.FALL, event, one, unit=event.unit, shows=(event,))

    def _moved(self, event: ev.Moved) -> None:
        last = self.strokes[-1] if self.strokes and not self.quiet else None
        if event.how == "carried" and last is not None and last.kind == "walk":
            self.strokes[-1] = replace(last, shows=(*last.shows, event))
            return
        if event.how == "shove":
            self._strike(self.exchanges.against(event.unit), "hit")
        walks = event.start is not None and event.end is not None and event.how not in _PLACED
        wait = strokes.STEP if walks else strokes.BRIEF
        self._put("walk" if walks else "jump", wait, event, unit=event.unit, shows=(event,))

    def _turned(self, event: ev.Turned) -> None:
        self._put("turn", strokes.TURN, event, unit=event.unit, shows=(event,))

    # turns and rounds

    def _turn_began(self, event: ev.TurnBegan) -> None:
        self._settle_all()
        self.turns.add(event.unit)
        self._put("watch", 0, event, unit=event.unit)

    def _turn_ended(self, event: ev.TurnEnded) -> None:
        self._settle_all()
        self.turns.discard(event.unit)
        self._put("show", 0, event)

    def _round_began(self, event: ev.RoundBegan) -> None:
        self._settle_all()
        self.turns.clear()
        self._put("show", 0, event)

    def _ended(self, event: ev.Ended) -> None:
        self._settle_all()
        self._put("show", 0, event)


_TELL: dict[type[Event], Callable[[_Teller, Any], None]] = {
    ev.Attacked: _Teller._attacked,
    ev.Answered: _Teller._answered,
    ev.Rolled: _Teller._rolled,
    ev.Judged: _Teller._judged,
    ev.Struck: _Teller._struck,
    ev.Noted: _Teller._noted,
    ev.Blocked: _Teller._blocked,
    ev.Used: _Teller._used,
    ev.PoolChanged: _Teller._pool_changed,
    ev.Gained: _Teller._gained,
    ev.Hindered: _Teller._hindered,
    ev.Fell: _Teller._fell,
    ev.Moved: _Teller._moved,
    ev.Turned: _Teller._turned,
    ev.TurnBegan: _Teller._turn_began,
    ev.TurnEnded: _Teller._turn_ended,
    ev.RoundBegan: _Teller._round_began,
    ev.Ended: _Teller._ended,
}
"""What is told of each kind of event; of all others only that they hold."""


def _tone(event: ev.PoolChanged) -> str:
    """Whether a change is good for the unit; plain for what others give it, which may be stress as well as courage."""
    if event.verb == "gain" and event.source != event.unit:
        return "plain"
    worse = event.after > event.before if event.verb == "wound" else event.after < event.before
    return "bad" if worse else "good"


def _adds_up(last: Stroke, event: ev.PoolChanged) -> bool:
    """Whether a change is one more of the same kind as that of the last stroke."""
    before = last.shows[-1] if last.kind == "float" and last.shows else None
    if not isinstance(before, ev.PoolChanged):
        return False
    return (before.unit, before.pool, before.verb) == (event.unit, event.pool, event.verb)
