"""Tests of the rules of the example, tests/examples/d20."""
