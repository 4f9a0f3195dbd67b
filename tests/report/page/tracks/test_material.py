"""What sections are made from."""

from __future__ import annotations

from pathlib import Path

import protocol_files
import pytest
from followed import changed_name, lost_object

import truebox as tb
from truebox.report.page.tracks.material import TrackMaterial, TrackSide
from truebox.report.page.tracks.sections.overview.data import SECTION as overview
from truebox.report.page.tracks.sections.parts.data import SECTION as parts


def test_lengths_hold_every_frame_of_every_side() -> None:
    sides = [TrackSide.of(each, most_events=9) for each in (changed_name(), lost_object())]
    (length,) = TrackMaterial(sides=sides).lengths
    assert length >= 1 + sides[0].result.truth.sequences[0].frame.max()


def test_a_side_lists_no_more_events_than_asked_for() -> None:
    assert len(TrackSide.of(lost_object(), most_events=2).chosen) == 2


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize(("name", "own"), [("davis", ["J&F", "J-Mean", "F-Mean"]), ("tao", ["TETA", "AP"])])
def test_the_numbers_that_a_benchmark_ranks_by_are_on_the_page(
    name: str, own: list[str], tmp_path: Path
) -> None:
    pytest.importorskip("PIL.Image")
    files = protocol_files.files_of(name, tmp_path)
    result = tb.evaluate(files.truth, files.found[0], protocol=name)
    side = TrackSide.of(result, most_events=2)
    assert list(side.shown[: len(own)]) == own
    shown = overview.of_side(side)["metrics"]
    rows = parts.of_side(side)
    assert (
        [shown[key] for key in own]
        == [rows["all"][key] for key in own]
        == [result.metrics[key] for key in own]
    )
    first, sequence = rows["perSequence"][0], result.per_sequence[0]
    assert [first[key] for key in own] == [sequence.metrics[key] for key in own]
