"""Walking a flow over all faces gives the same chances as working them out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.kernel.flow import Decision, IllegalAnswer, Roll, decide
from game.rules.enumerate import TooMany, enumerate_flow, sample_flow
from game.rules.joint import Joint, faces, merge, numbers, throws, unordered_faces, unordered_throws
from game.rules.odds import Dist, advantage, dice, die, explode, mixture, sure
from tests.options import option

SIZES = st.lists(st.integers(1, 6), max_size=4).map(tuple)


@dataclass
class Ring:
    """A world of one number, and how often it was set up."""

    harm: int = 0
    starts: int = 0
    seen: list[object] = field(default_factory=list)

    def restore(self) -> None:
        self.harm, self.starts = 0, self.starts + 1

    def read(self) -> int:
        return self.harm


async def attack(ring: Ring) -> None:
    """d20+4 against 15; a natural 20 doubles the d6; the one struck may parry, which halves the harm on a d4 of 4."""
    (face,) = await Roll(1, "attack", (20,))
    if face != 20 and face + 4 < 15:
        return
    harmed = await Roll(1, "harm", (6, 6) if face == 20 else (6,))
    ring.harm += sum(harmed)
    answer = await decide(2, "parry?", [option("parry"), option("take")])
    if answer == "parry":
        (caught,) = await Roll(2, "parry", (4,))
        ring.harm = ring.harm // 2 if caught == 4 else ring.harm


def always(key: str) -> Callable[[Decision], str]:
    return lambda decision: key


HARM = mixture([(1, dice(6, 6)), (9, dice(6)), (10, sure(0))])


def walk(ring: Ring, key: str, **more: Any) -> Dist:
    joint = enumerate_flow(lambda: attack(ring), always(key), ring.read, restore=ring.restore, **more)
    return joint.marginal(lambda harm: harm)


def test_all_faces_of_a_branching_attack() -> None:
    ring = Ring()
    assert walk(ring, "take") == HARM
    assert ring.starts == 10 + 9 * 6 + 36 + 1


def test_rolls_after_a_decision() -> None:
    assert walk(Ring(), "parry") == HARM.then(lambda harm: mixture([(1, sure(harm // 2)), (3, sure(harm))]))


def test_the_policy_is_asked_once_at_each_place_and_sees_the_world() -> None:
    ring = Ring()

    def policy(decision: Decision) -> str:
        ring.seen.append(decision.question)
        return "parry" if ring.harm > 6 else "take"

    found = enumerate_flow(lambda: attack(ring), policy, ring.read, restore=ring.restore)
    assert len(ring.seen) == 9 * 6 + 36
    halved = HARM.then(lambda harm: mixture([(1, sure(harm // 2)), (3, sure(harm))]) if harm > 6 else sure(harm))
    assert found == numbers(halved)


def test_answers_given_carry_no_chance() -> None:
    assert walk(Ring(), "take", given=[(20,), (6, 5)]) == sure(11)
    assert walk(Ring(), "take", given=[(20,)]) == dice(6, 6)


def test_equal_dice_not_told_apart() -> None:
    ring = Ring()
    assert walk(ring, "take", unordered=lambda roll: roll.why == "harm") == HARM
    assert ring.starts == 10 + 9 * 6 + 21 + 1


def test_stop_leaves_the_flow_at_the_request() -> None:
    ring = Ring()
    assert walk(ring, "no such key", stop=lambda request: isinstance(request, Decision)) == HARM
    assert walk(ring, "take", stop=lambda request: True) == sure(0)


def test_over_the_cap_it_says_so_and_restores() -> None:
    ring = Ring()
    assert walk(ring, "take", cap=100) == HARM
    with pytest.raises(TooMany, match=r"'harm'.* 99"):
        walk(ring, "take", cap=99)
    assert ring.harm == 0


def test_far_too_many_is_found_at_once() -> None:
    ring = Ring()

    async def fistful() -> None:
        await Roll(1, "fistful", (10,) * 30)

    with pytest.raises(TooMany):
        enumerate_flow(fistful, always(""), ring.read, restore=ring.restore)
    assert ring.starts == 2


def test_an_answer_that_is_no_option() -> None:
    with pytest.raises(IllegalAnswer, match="duck"):
        walk(Ring(), "duck")


def test_a_chain_of_rolls_of_different_length() -> None:
    ring = Ring()

    async def chain() -> None:
        for _ in range(4):
            (face,) = await Roll(1, "chain", (10,))
            ring.harm += face
            if face < 10:
                return

    found = enumerate_flow(chain, always(""), ring.read, restore=ring.restore)
    assert found == numbers(explode(10, 3))


def test_samples_come_near_the_exact_chances() -> None:
    ring, random = Ring(), Random(5)

    def throw(roll: Roll) -> tuple[int, ...]:
        return tuple(random.randint(1, sides) for sides in roll.dice)

    found = sample_flow(lambda: attack(ring), always("take"), ring.read, throw, restore=ring.restore, samples=4000)
    sampled = found.marginal(lambda harm: harm)
    assert sum(weight for _, weight in found.items()) == found.total
    assert max(abs(sampled.at_least(bound) - HARM.at_least(bound)) for bound in range(13)) < Fraction(1, 25)
    assert ring.harm == 0


def test_a_flow_without_a_request() -> None:
    async def quiet() -> None:
        return None

    assert enumerate_flow(quiet, always(""), lambda: "done") == Joint.sure("done")


@given(SIZES)
def test_faces_are_every_throw(sizes: tuple[int, ...]) -> None:
    assert dict(faces(sizes).items()) == dict.fromkeys(product(*(range(1, sides + 1) for sides in sizes)), 1)
    assert faces(sizes).total == throws(sizes)


@given(SIZES)
def test_unordered_faces_stand_for_their_orders(sizes: tuple[int, ...]) -> None:
    def settled(thrown: tuple[int, ...]) -> tuple[int, ...]:
        """Exchange the faces of equal dice until the higher comes first."""
        result = list(thrown)
        for one, other in list(combinations(range(len(sizes)), 2)) * len(sizes):
            if sizes[one] == sizes[other] and result[one] < result[other]:
                result[one], result[other] = result[other], result[one]
        return tuple(result)

    assert unordered_faces(sizes) == faces(sizes).map(settled)
    assert len(unordered_faces(sizes)) == unordered_throws(sizes)


def test_joint_follows_through() -> None:
    hit = numbers(die(20)).map(lambda face: "critical" if face == 20 else "hit" if face >= 11 else "miss")
    harm = {"critical": numbers(dice(6, 6)), "hit": numbers(die(6)), "miss": Joint.sure(0)}
    both = hit.then(lambda how: harm[how].map(lambda lost: (how, lost)))
    assert both.marginal(lambda each: each[1]) == HARM
    assert both.map(lambda each: each[0]) == hit
    assert both.chance(lambda each: each[1] >= 6) == HARM.at_least(6)
    assert both.mean(lambda each: each[1]) == HARM.mean
    assert both.exactly(("hit", 3)) == Fraction(9, 120)
    assert both.exactly(("miss", 3)) == 0
    assert both.given(lambda each: each[0] == "hit").marginal(lambda each: each[1]) == die(6)


def test_merge_weighs_its_parts() -> None:
    parts = [(1, dice(6, 6)), (9, die(6)), (10, sure(0)), (0, die(100))]
    assert merge((weight, numbers(dist)) for weight, dist in parts) == numbers(mixture(parts))


def test_faces_to_whole_result() -> None:
    assert faces((20, 20)).marginal(max) == advantage(20)


def test_joints_of_equal_chances_are_equal_and_hash_alike() -> None:
    one, other = Joint({"a": 2, "b": 4, "c": 0}), Joint({"b": 2, "a": 1})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Joint({"a": 1, "b": 1})


@pytest.mark.parametrize("weights", [{}, {"a": 0}, {"a": 2, "b": -1}])
def test_weights_that_are_no_chances(weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="weight"):
        Joint(weights)


@pytest.mark.parametrize("parts", [[], [(0, Joint.sure(1))], [(-1, Joint.sure(1)), (2, Joint.sure(2))]])
def test_a_senseless_merge(parts: list[tuple[int, Joint[int]]]) -> None:
    with pytest.raises(ValueError, match="weight"):
        merge(parts)
