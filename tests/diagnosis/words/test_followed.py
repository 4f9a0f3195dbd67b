"""A tracker of one object in words: nothing counts, all is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.diagnosis.words.followed import followed_sentences

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ("90,90,20,40", "lost in 2 of 3 frames (67%)"),
        ("10,10,20,40", "never lost: every box of the 3 frames"),
    ],
)
def test_frames_without_the_object_are_counted(tmp_path: Path, found: str, said: str) -> None:
    (tmp_path / "otb" / "walk").mkdir(parents=True)
    (tmp_path / "mine").mkdir()
    (tmp_path / "otb" / "walk" / "groundtruth_rect.txt").write_text("10,10,20,40\n" * 3)
    (tmp_path / "mine" / "walk.txt").write_text(f"{found}\n" * 3)
    first, second = followed_sentences(tb.evaluate(tmp_path / "otb", tmp_path / "mine", protocol="otb"))
    assert "how sure it is cannot be said: only 1 sequence" in first
    assert said in second
