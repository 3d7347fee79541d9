"""Round robins: equal points, ends swapped, shares."""

from __future__ import annotations

import pytest

from game.ai.batch import Result, run
from game.ai.duels import Duel, duels, fair_counts, ground, share_of, tabulate, tasks
from game.kernel.components import Side, Unit
from game.rules.ruleset import Archetype
from game.skirmish.record import Skirmish


@pytest.mark.parametrize(
    ("points", "counts"),
    [((100, 100), (1, 1)), ((100, 110), (1, 1)), ((100, 25), (1, 4)), ((150, 100), (2, 3)), ((500, 110), (1, 4))],
)
def test_points_are_made_equal_with_as_few_units_as_can_be(points: tuple[int, int], counts: tuple[int, int]) -> None:
    assert fair_counts(points) == counts
    assert fair_counts((points[1], points[0])) == (counts[1], counts[0])


def test_kinds_whose_points_are_far_apart_do_not_meet() -> None:
    assert fair_counts((500, 25)) is None
    assert duels({"dragon": Archetype("Dragon", 500), "rat": Archetype("Rat", 25)}) == []


def test_units_without_points_do_not_duel() -> None:
    kinds = {"a": Archetype("A", 10), "b": Archetype("B", 5), "horse": Archetype("Horse", 0), "c": Archetype("C", 10)}
    assert duels(kinds) == [Duel(("a", "b"), (1, 2)), Duel(("a", "c"), (1, 1)), Duel(("b", "c"), (2, 1))]
    assert duels(kinds, ["c", "a"]) == [Duel(("c", "a"), (1, 1))]


@pytest.mark.parametrize("grid", ["hex", "square"])
def test_each_kind_stands_at_either_end(grid: str) -> None:
    work = tasks([Duel(("footman", "rabble"), (1, 4))], "poise", grid, 4, "random", 7)
    assert [number for _, number in work] == [0, 0, 1, 1]
    for (job, _), kinds in zip(work, [("footman", "rabble"), ("rabble", "footman")] * 2, strict=True):
        world = Skirmish(job.scenario).session.world
        sides = {side: entry.name for side, entry in world.each(Side)}
        assert job.scenario.board.kind == grid
        assert {sides[unit.side]: unit.sheet for _, unit in world.each(Unit)} == dict(
            zip(["West", "East"], kinds, strict=True)
        )


def test_shares_go_by_kind_and_not_by_end() -> None:
    winners = [(0,), (1,), (1,), (0, 1)]  # the first kind stands at the ends 0, 1, 0, 1
    assert share_of([Result(number, 0, (), each) for number, each in enumerate(winners)]) == (1 + 1 + 0 + 0.5) / 4


def test_a_round_robin_is_played_and_tabulated() -> None:
    pairs = duels({key: Archetype(key, 100) for key in ("footman", "knight", "archer")})
    table = tabulate(pairs, list(run(tasks(pairs, "poise", "hex", 2, "random", 1))))
    assert table.errors == ()
    for unit, row in table.shares.items():
        assert set(row) == {"footman", "knight", "archer"} - {unit}
        assert all(row[other] + table.shares[other][unit] == 1 for other in row)
    assert sum(table.total(unit) for unit in table.shares) == 1.5


def test_the_field_is_the_same_from_either_end() -> None:
    for grid in ("hex", "square"):
        board = ground(grid)
        assert board.zone_cells("west").bit_count() == board.zone_cells("east").bit_count() == 36
