"""Pictures of frames around events: found by number, within a budget, and said where missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from followed import TRUTH, changed_name

from truebox.evaluation import evaluate_tracks
from truebox.report.page.tracks.frame_pictures import frame_pictures
from truebox.report.page.tracks.material import TrackMaterial, TrackSide


def material(images: Path | None, most_bytes: int = 10**6) -> TrackMaterial:
    sides = [TrackSide.of(changed_name(), most_events=9)]
    return TrackMaterial(sides=sides, images=images, most_bytes=most_bytes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    image = pytest.importorskip("PIL.Image")
    for frame in (1, 2, 3):
        image.new("RGB", (64, 48), (10 * frame, 0, 0)).save(tmp_path / f"{frame:06d}.png")
    return tmp_path


def test_without_a_folder_the_page_says_so() -> None:
    assert "--images" in frame_pictures(material(None)).note


def test_frames_of_the_event_have_their_pictures_and_missing_ones_are_counted(folder: Path) -> None:
    first = changed_name().truth.sequences[0].first
    found = frame_pictures(material(folder))
    assert sorted(found.addresses["0"]) == [str(frame - first) for frame in (1, 2, 3)]
    assert all(each.startswith("data:image/webp;base64,") for each in found.addresses["0"].values())
    assert found.sizes == {"0": [64, 48]}
    assert found.note.startswith("1 frames around events have no picture")


@pytest.mark.parametrize(("names", "found"), [(["walk"], 3), (["walk", "run"], 0)])
def test_pictures_without_a_folder_of_their_sequence(folder: Path, names: list[str], found: int) -> None:
    """They are those of the only sequence; of two, nobody knows whose they are."""
    true = dict.fromkeys(names, TRUTH)
    other = {"frames": TRUTH["frames"], "ids": [1, 5, 1, 5, 2, 5, 2, 5], "boxes": TRUTH["boxes"]}
    result = evaluate_tracks(true, dict.fromkeys(names, other))
    sides = [TrackSide.of(result, most_events=9)]
    shown = frame_pictures(TrackMaterial(sides=sides, images=folder, most_bytes=10**6))
    assert sum(map(len, shown.addresses.values())) == found


def test_the_budget_is_kept(folder: Path) -> None:
    found = frame_pictures(material(folder, most_bytes=1))
    assert found.addresses == {}
    assert "are used up" in found.note
