"""Moments in which somebody may react."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.events import Event
from game.kernel.flow import Option, decide


async def offer(who: int, question: str, uses: Sequence[Option], *, rule: str, about: Event) -> str | None:
    """Ask one unit whether it uses one of its reactions; the option's key, or None when it declines.

    Nothing is asked when there is nothing to use. `about` is the event that opened the window.
    """
    if not uses:
        return None
    key = await decide(who, question, [*uses, Option("no", rule=rule)], rule=rule, about=about)
    return None if key == "no" else key
