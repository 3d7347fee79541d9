"""A skirmish as one page of HTML: map, outcome, a table of the sides, what was left over the rounds, the folded log."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import cast

from game.kernel.components import Clock, Pools, Side, Unit
from game.kernel.ecs import Snapshot
from game.rules.ruleset import Outcome, Ruleset
from game.text import names, words
from game.text.log import LogLine, Played, log_lines
from game.text.tally import LUCK, heads, tally

_COLORS = ("#c8453b", "#3b6fc8", "#3f9a52", "#a0722a", "#7d4fb5", "#2b8f92")
_WIDE, _HIGH = 360, 120

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
img { max-width: 100%; } table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem 1rem .2rem 0; }
figure { display: inline-block; margin: 0 1.5rem 1rem 0; } figcaption { font-weight: 600; }
summary { cursor: pointer; } details details { margin-left: 1.2rem; } details p { margin: .1rem 0 .1rem 1.2rem; }
.rule { color: #888; font-size: 80%; } .all > summary { font-weight: 600; }
@media (prefers-color-scheme: dark) { body { background: #17181c; color: #ddd; } }
"""
_FILTER = """
const seek = document.getElementById('seek');
seek.oninput = () => document.querySelectorAll('#log .act').forEach(act => {
  const found = act.textContent.toLowerCase().includes(seek.value.toLowerCase());
  act.hidden = !found;
  if (found && seek.value) act.closest('.all').open = true;
});
"""


def report(skirmish: Played, title: str, picture: bytes = b"") -> str:
    """The page, complete in itself. `picture` is a PNG of the map; the same skirmish gives the same page."""
    ruleset, world = cast(Ruleset, skirmish.session.rules), skirmish.session.world
    end = words.outcome(ruleset, world, ruleset.outcome(world) or Outcome((), ""))
    image = (
        f'<p><img alt="Map" src="data:image/png;base64,{base64.b64encode(picture).decode()}"></p>' if picture else ""
    )
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(ruleset.title)}. <b>{escape(end)}</b></p>",
        image,
        _table(skirmish),
        f"<h2>Pools as each round begins, and at the end</h2>{''.join(_charts(skirmish))}",
        '<h2>Log</h2><p><input id="seek" type="search" placeholder="Search the log"></p>',
        f'<div id="log">{"".join(_folded(skirmish))}</div>',
    ]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    body = f"<body>{''.join(parts)}<script>{_FILTER}</script></body>"
    return f"<!doctype html><html lang=en><head>{head}</head>{body}</html>\n"


def _table(skirmish: Played) -> str:
    world = skirmish.session.world
    rows = "".join(
        f"<tr><td><b style='color:{_color(world.get(one.side, Side).number)}'>■</b> "
        f"{escape(names.side_name(world, one.side))}</td><td>{one.standing} of {one.units}</td>"
        f"<td>{one.felled}</td><td>{one.damage}</td><td>{one.dice}</td>"
        f"<td>{f'{round(one.luck):+} %' if one.dice else '–'}</td></tr>"
        for one in tally(skirmish)
    )
    above = "".join(f"<th>{head}</th>" for head in heads(skirmish))
    return f"<h2>Sides</h2><table><tr>{above}</tr>{rows}</table><p>{LUCK}</p>"


def pools_by_round(skirmish: Played) -> dict[str, dict[int, list[int]]]:
    """Pool -> side -> what its units have in all: as each round begins, the first first, and at the end."""
    session = skirmish.session
    columns: dict[int, Snapshot] = {}
    for step in session.past:
        number = next((kind.round for row in step.before for kind in row if isinstance(kind, Clock)), 0)
        if number:
            columns.setdefault(number, step.before)
    found: dict[str, dict[int, list[int]]] = {}
    for column in (*columns.values(), session.world.save()):
        sums: dict[tuple[str, int], int] = {}
        for row in column:
            side = next((kind.side for kind in row if isinstance(kind, Unit)), None)
            for held in row:
                if side is not None and isinstance(held, Pools):
                    for pool, amount in zip(held.names, held.now, strict=True):
                        sums[pool, side] = sums.get((pool, side), 0) + amount
        for (pool, whose), total in sums.items():
            found.setdefault(pool, {}).setdefault(whose, []).append(total)
    return found


def _charts(skirmish: Played) -> Iterator[str]:
    ruleset, world = cast(Ruleset, skirmish.session.rules), skirmish.session.world
    for pool, sides in pools_by_round(skirmish).items():
        most = max(max(amounts) for amounts in sides.values())
        if any(len(set(amounts)) > 1 for amounts in sides.values()):
            lines = "".join(_line(world.get(side, Side).number, amounts, most) for side, amounts in sides.items())
            view = f'viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" height="{_HIGH}"'
            said = "; ".join(
                f"{names.side_name(world, side)}: {', '.join(map(str, amounts))}" for side, amounts in sides.items()
            )
            title = f"<title>{escape(said)}</title>"
            frame = f'<path d="M30 5V{_HIGH - 15}H{_WIDE}" fill="none" stroke="#888"/><text x="0" y="14">{most}</text>'
            caption = f"<figcaption>{escape(names.title(ruleset, pool))}</figcaption>"
            yield f"<figure>{caption}<svg {view} font-size=11 fill='currentColor'>{title}{frame}{lines}</svg></figure>"


def _line(number: int, amounts: list[int], most: int) -> str:
    step = (_WIDE - 40) / max(1, len(amounts) - 1)
    high = _HIGH - 20
    points = " ".join(
        f"{30 + at * step:.1f},{_HIGH - 15 - high * amount / max(1, most):.1f}" for at, amount in enumerate(amounts)
    )
    return f'<polyline points="{points}" fill="none" stroke="{_color(number)}" stroke-width="2"/>'


def _color(number: int) -> str:
    return _COLORS[(number - 1) % len(_COLORS)]


def _folded(skirmish: Played) -> Iterator[str]:
    """A fold a round, in it a fold an action: its first line, and behind it what came of it."""
    rounds: list[list[LogLine]] = [[]]
    for line in log_lines(skirmish):
        if line.kind == "round" and rounds[-1]:
            rounds.append([])
        rounds[-1].append(line)
    for number, lines in enumerate(rounds):
        acts = []
        for _, group in groupby(lines, key=lambda line: line.step):
            first, *rest = [_said(line) for line in group]
            more = "".join(f"<p>{line}</p>" for line in rest)
            fold = f'<details class="act"><summary>{first}</summary>{more}</details>'
            acts.append(fold if rest else f'<p class="act">{first}</p>')
        opened = " open" if number == len(rounds) - 1 else ""
        yield f'<details class="all"{opened}><summary>{escape(lines[0].text)}</summary>{"".join(acts)}</details>'


def _said(line: LogLine) -> str:
    rule = f' <span class="rule">{escape(line.rule)}</span>' if line.rule else ""
    return f"{escape(line.text)}{rule}"
