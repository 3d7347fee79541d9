"""Tests of Quintain; the example of a ruleset by others is installed for them alone, by its dist-info on the path."""

from __future__ import annotations

import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent / "examples" / "d20"

sys.path.append(str(EXAMPLE))
