"""Tests of the screens: real pygame events through a window that nobody sees."""
