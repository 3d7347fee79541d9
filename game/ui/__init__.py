"""The pygame front end: screens, widgets and the drawing of the battle map."""

import os

# Without this SDL shows frames through OpenGL: without a graphics card a flip then takes 7 times as long.
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
