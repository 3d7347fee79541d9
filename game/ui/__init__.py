"""The pygame front end: screens, widgets and the drawing of the battle map."""

import os

# Without this, SDL sends a software surface through OpenGL: on machines without a graphics card a flip takes 7 times as long.
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
