"""Where the shared fixtures lie, when they are there: real data with published numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

_CANDIDATE = Path(__file__).resolve().parents[3] / "shared" / "fixtures"

FIXTURES: Path | None = _CANDIDATE if _CANDIDATE.is_dir() else None

needs_fixtures = pytest.mark.skipif(
    FIXTURES is None, reason="the shared fixtures folder is not beside this checkout"
)


def fixture(relative: str) -> Path:
    """Path of one fixture; call only under `needs_fixtures`."""
    assert FIXTURES is not None
    return FIXTURES / relative
