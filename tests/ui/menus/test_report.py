"""The report of a skirmish: one page with the map, the sides, the pools round by round, and the log."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from game.__main__ import main
from game.kernel.components import Pools, Unit
from game.rules.registry import SHIPPED
from game.text.log import log_lines
from game.text.report import pools_by_round, report
from tests.playing import play, skirmish

_VOID = ("meta", "img", "input", "line", "path", "polyline", "br")


class Balanced(HTMLParser):
    """Counts open elements, and keeps the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("name", SHIPPED)
def test_the_page_is_whole_and_tells_every_line_of_the_log(name: str) -> None:
    game = play(skirmish(name, "hex", 5), 5, 60)
    page = Balanced(report(game, "The <ford> & us"))
    assert page.open == []
    assert "The <ford> & us" in page.words
    for line in log_lines(game):
        assert line.text in page.words


def test_pools_are_counted_as_rounds_begin_and_at_the_end() -> None:
    game = play(skirmish("poise", "square", 5), 5, 120)
    world = game.session.world
    found = pools_by_round(game)
    for pool, sides in found.items():
        for side, amounts in sides.items():
            own = [held for _, who, held in world.each(Unit, Pools) if who.side == side]
            assert amounts[-1] == sum(held[pool] for held in own if pool in held.names)
            assert amounts[0] == sum(held.base_of(pool) for held in own if pool in held.names), "nobody was hurt before"
    assert len({len(amounts) for sides in found.values() for amounts in sides.values()}) == 1


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.txt"
    record.write_text(play(skirmish("clash", "square", 5), 5, 40).text(), encoding="utf-8")
    assert main(["replay", str(record), "--html", str(tmp_path / "report.html")]) == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "data:image/png;base64," in page
    assert "<th>Luck</th>" in page
    assert main(["replay", str(record), "--html", str(tmp_path)]) != 0
    assert "Traceback" not in capsys.readouterr().err
