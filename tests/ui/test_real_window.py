"""A short session in a real window under Xvfb, with xdotool's mouse and keys; skipped where they are missing."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb and xdotool are not installed"
)

# The game as it is; beside it a thread that passes on what is asked, so that the test knows where to click.
GAME = """
import json, queue, sys, threading
import pygame
from game.ui import app as apps

asked = queue.Queue()
tick = apps.App.tick

def state(app):
    top = app.top
    battle = next((one for one in reversed(app.stack) if type(one).__name__ == "BattleScreen"), None)
    found = {"top": type(top).__name__, "message": app.message, "at": list(pygame.display.get_window_position())}
    found["size"] = list(app.size)
    form = getattr(top, "form", None)
    found["widgets"] = {one.key: list(one.rect.center) for one in form.widgets} if form else {}
    if form and form.find("who1"):
        found["who1"] = top.chosen.seats[1].controller
    if battle is None or battle.table.thinking:
        return found
    request = battle.request
    found["answers"] = len(battle.table.skirmish.session.answers())
    found["question"] = request.question if request and battle.may_answer() and not battle.pane.busy else ""
    found["pending"], found["zones"] = battle.pending, battle.toggles["zones"]
    found["buttons"] = {one.key: list(one.rect.center) for one in battle.buttons if one.enabled}
    if found["question"]:
        dash = [one for one in request.options if one.verb == "dash"]
        found["dash"] = [dash[0].key, *battle.pane.place_of(dash[0].cell)] if dash else []
        found["first"] = request.options[0].key
    return found

def ticked(self, seconds):
    tick(self, seconds)
    while not asked.empty():
        asked.get()
        print(json.dumps(state(self)), flush=True)

def listen():
    for line in sys.stdin:
        asked.put(line)
        if pygame.display.get_surface():  # before there is a window the loop will look by itself
            pygame.event.post(pygame.event.Event(pygame.USEREVENT))

apps.App.tick = ticked
threading.Thread(target=listen, daemon=True).start()
sys.exit(apps.run())
"""


class Window:
    """The running game, looked at through its state, moved by mouse and keys alone."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        self.game = subprocess.Popen(
            [sys.executable, "-c", GAME], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def state(self) -> dict[str, Any]:
        assert self.game.stdin is not None and self.game.stdout is not None
        self.game.stdin.write("?\n")
        self.game.stdin.flush()
        ready, _, _ = select.select([self.game.stdout], [], [], 10)
        assert ready, "the game does not answer"
        line = self.game.stdout.readline()
        assert line, f"the game has ended with {self.game.poll()}"
        found: dict[str, Any] = json.loads(line)
        return found

    def until(self, **wanted: Any) -> dict[str, Any]:
        """The state as soon as these values are in it; a value of `...` stands for anything that is not empty."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            found = self.state()
            if all(
                bool(found.get(name)) if value is ... else found.get(name) == value for name, value in wanted.items()
            ):
                return found
            time.sleep(0.03)
        raise AssertionError(f"waited for {wanted}, but: {found}")

    def key(self, *names: str) -> None:
        subprocess.run(["xdotool", "key", *names], env=self.env, check=True)

    def click(self, place: list[int]) -> None:
        left, top = self.state()["at"]
        where = [str(round(left + place[0])), str(round(top + place[1]))]
        subprocess.run(["xdotool", "mousemove", *where, "click", "1"], env=self.env, check=True)

    def press(self, widget: str) -> None:
        self.click(self.state()["widgets"][widget])


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x900x24"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    env = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
    env |= {"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    env |= {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data")}
    env |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    found = Window(env)
    try:
        yield found
    finally:
        found.game.kill()
        found.game.communicate()
        screen.terminate()
        screen.wait()


def answer(window: Window, *, by_mouse: bool) -> None:
    """One curtain or one question."""
    state = window.state()
    if state["top"] == "Curtain":
        time.sleep(0.35)  # a curtain takes nothing in its first moments
        if by_mouse:
            window.press("show")
        else:
            window.key("Return")
        window.until(top="BattleScreen")
        return
    state = window.until(question=...)
    given = state["answers"]
    if by_mouse and state["dash"] and state["question"] == "turn":
        key, *place = state["dash"]
        window.click(state["buttons"]["group dash"])
        window.click(place)
        window.until(pending=key)
        window.click(place)
    elif state["question"] == "turn":
        window.key("space")
    else:
        window.key("1")
        if window.state()["pending"]:  # what points at somebody is planned first
            window.key("Return")
    end = time.monotonic() + 10
    while window.state().get("answers", given) == given:
        assert time.monotonic() < end, f"the answer did not arrive: {window.state()}"
        time.sleep(0.03)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        state = window.state()
        if state["top"] == "Curtain" or state["question"]:
            return
        time.sleep(0.03)


def test_a_session_in_a_real_window(window: Window, tmp_path: Path) -> None:
    window.until(top="Title")
    window.key("Return")
    window.until(top="Setup")
    for _ in range(12):
        if window.state()["who1"] == "human":
            break
        window.press("who1")
    window.until(who1="human")
    window.press("handover")
    window.press("start")
    window.until(top="Curtain")
    window.key("Return")
    for turn in range(10):
        answer(window, by_mouse=turn % 2 == 0)
    while window.state()["top"] == "Curtain":
        answer(window, by_mouse=True)
    window.key("z")
    assert window.until(zones=True)["message"]
    window.key("F5")
    time.sleep(0.2)
    saved = next((tmp_path / "data").rglob("Quick save.txt"))
    assert saved.read_text(encoding="utf-8").startswith("quintain record")
    before = window.until(question=...)
    window.key("F9")
    time.sleep(0.4)
    assert window.state()["answers"] == before["answers"]
    while window.state()["top"] == "Curtain":
        answer(window, by_mouse=False)
    window.key("F4")
    state = window.until(top="Menu")
    window.press(list(state["widgets"])[-1])
    window.until(top="Title")
    window.press("quit")
    assert window.game.wait(10) == 0
