"""Walk a rule over everything the dice can do, or over many throws: the yardstick for previews."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable, Sequence
from math import lcm
from typing import Any, TypeAlias, TypeVar

from game.kernel.flow import Answer, Decision, Request, Roll, check_answer
from game.rules.joint import Faces, Joint, faces, throws, unordered_faces, unordered_throws

T = TypeVar("T", bound=Hashable)
Make: TypeAlias = Callable[[], "Coroutine[Request, Answer | None, Any]"]


class TooMany(ValueError):
    """The dice of a flow fall in more ways than were allowed."""


class _Fork:
    """A roll on the tape at `place`, all its throws with their ways, and how we came to it."""

    __slots__ = ("before", "left", "place", "total")

    def __init__(self, place: int, roll: Joint[Faces], before: tuple[int, int]) -> None:
        self.place, self.before, self.total = place, before, roll.total
        self.left = list(roll.items())[::-1]

    def next(self) -> tuple[Faces, tuple[int, int]]:
        """The next throw, and ways and total of the whole path down to it."""
        thrown, ways = self.left.pop()
        return thrown, (self.before[0] * ways, self.before[1] * self.total)


def _nothing() -> None:
    return None


def _never(request: Any) -> bool:
    return False


def enumerate_flow(
    make: Make,
    policy: Callable[[Decision], str],
    read: Callable[[], T],
    *,
    restore: Callable[[], None] = _nothing,
    given: Sequence[Answer] = (),
    stop: Callable[[Request], bool] = _never,
    unordered: Callable[[Roll], bool] = _never,
    cap: int = 100_000,
) -> Joint[T]:
    """The exact distribution of `read()` at the end of the flow, over all faces of all its rolls.

    A coroutine cannot be copied, so the flow runs once for each way the dice can fall: `restore()` puts the world back,
    `make()` starts the flow anew, the answers so far are fed again. It must therefore be deterministic. `given` are
    answers already on the tape, which carry no chance. `policy` names an option's key, and is asked once at each
    place; it may look at the world but not change it. The flow is left at the first new request for which `stop` is
    true. Rolls for which `unordered` is true do not tell equal dice apart (far fewer throws where faces are added).
    The world is restored at the end, come what may.

    Raises TooMany as soon as it is certain that there are more than `cap` ends, IllegalAnswer if an answer given or
    chosen is none.
    """
    counts: dict[int, dict[T, int]] = {}
    tape, path, ends = list(given), (1, 1), 0
    forks: list[_Fork] = []

    def ask(request: Request) -> Answer:
        nonlocal path
        if isinstance(request, Decision):
            return policy(request)
        apart = not unordered(request)
        many = throws(request.dice) if apart else unordered_throws(request.dice)
        if ends + sum(len(fork.left) for fork in forks) + many > cap:
            raise TooMany(f"{request.why!r} brings the ways the dice can fall above {cap}")
        forks.append(_Fork(len(tape), faces(request.dice) if apart else unordered_faces(request.dice), path))
        thrown, path = forks[-1].next()
        return thrown

    try:
        while True:
            restore()
            _run(make, tape, ask, stop)
            ways, outcomes, outcome = path[0], counts.setdefault(path[1], {}), read()
            outcomes[outcome] = outcomes.get(outcome, 0) + ways
            ends += 1
            while forks and not forks[-1].left:
                forks.pop()
            if not forks:
                return _level(counts)
            thrown, path = forks[-1].next()
            tape[forks[-1].place :] = [thrown]
    finally:
        restore()


def sample_flow(
    make: Make,
    policy: Callable[[Decision], str],
    read: Callable[[], T],
    throw: Callable[[Roll], Faces],
    *,
    restore: Callable[[], None] = _nothing,
    given: Sequence[Answer] = (),
    stop: Callable[[Request], bool] = _never,
    samples: int = 20_000,
) -> Joint[T]:
    """How often each `read()` came up when the flow ran `samples` times on the faces of `throw`.

    For flows with too many ends for `enumerate_flow`; the other arguments are as there.
    """
    counts: dict[T, int] = {}

    def ask(request: Request) -> Answer:
        return policy(request) if isinstance(request, Decision) else throw(request)

    try:
        for _ in range(samples):
            restore()
            _run(make, list(given), ask, stop)
            outcome = read()
            counts[outcome] = counts.get(outcome, 0) + 1
    finally:
        restore()
    return Joint(counts)


def _run(make: Make, tape: list[Answer], ask: Callable[[Request], Answer], stop: Callable[[Request], bool]) -> None:
    """Run a new flow to its end or a stop: on the answers of `tape`, then on those of `ask`, which join the tape."""
    flow, answer, place = make(), None, 0
    try:
        while True:
            try:
                request = flow.send(answer)
            except StopIteration:
                return
            if place == len(tape):
                if stop(request):
                    return
                tape.append(ask(request))
                check_answer(request, tape[place])
            answer, place = tape[place], place + 1
    finally:
        flow.close()


def _level(counts: dict[int, dict[T, int]]) -> Joint[T]:
    """Bring the ways counted out of different totals to one total."""
    common = lcm(*counts)
    result: dict[T, int] = {}
    for total, outcomes in counts.items():
        for outcome, ways in outcomes.items():
            result[outcome] = result.get(outcome, 0) + ways * (common // total)
    return Joint(result)
