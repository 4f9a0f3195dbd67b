"""``truebox demo --tracks``: what it writes and says, and that its commands run."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import warnings
from pathlib import Path

import pytest

from truebox.cli import main
from truebox.cli.runs.track_demo import words_on_tracks
from truebox.generation import make_track_world


def trackeval_hota(folder: Path, tracker: str, names: list[str]) -> float:
    """HOTA of all sequences as TrackEval has it."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        trackeval = pytest.importorskip("trackeval", reason="pip install --no-deps trackeval==1.3.0")
        config = {
            "GT_FOLDER": str(folder / "gt"),
            "TRACKERS_FOLDER": str(folder),
            "TRACKER_SUB_FOLDER": "",
            "SKIP_SPLIT_FOL": True,
            "BENCHMARK": "MOT17",
            "SEQ_INFO": dict.fromkeys(names),
            "TRACKERS_TO_EVAL": [tracker],
            "PRINT_CONFIG": False,
        }
        data = trackeval.datasets.MotChallenge2DBox(config)
        metric = trackeval.metrics.HOTA()
        each = {}
        for name in names:
            raw = data.get_raw_seq_data(tracker, name)
            each[name] = metric.eval_sequence(data.get_preprocessed_seq_data(raw, "pedestrian"))
        return float(metric.combine_sequences(each)["HOTA"].mean())


def test_from_end_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--tracks", "--images", "30", "--seed", "3"]) == 0
    said = capsys.readouterr()
    folder = Path("truebox-demo-tracks")
    assert said.err.startswith("truebox-demo-tracks: 3 sequences of 30 frames, ")
    facts = json.loads((folder / "world.json").read_bytes())
    assert (facts["frames"], facts["seed"]) == (30, 3)
    commands = [shlex.split(line) for line in said.out.splitlines() if line.startswith("  truebox ")]
    assert len(commands) == 6
    for command in commands:
        assert main(command[1:]) == 0, command
        capsys.readouterr()
    assert len(list((folder / "mine").iterdir())) == 3
    for tracker in ("trackerA", "trackerB"):
        row = next(line for line in said.out.splitlines() if line.split(" | ")[0].strip().endswith(tracker))
        hota = trackeval_hota(tmp_path / folder, tracker, facts["sequences"])
        assert row.split("|")[3].strip() == f"{hota:.3f}"
    assert main(["demo", "--tracks", "--images", "5"]) == 0  # again, over the first


def test_files_of_others_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    assert main(["demo", str(tmp_path), "--tracks"]) == 2
    assert "is left alone" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_the_page_of_both_trackers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", str(tmp_path / "new"), "--tracks", "--images", "10", "--report"]) == 0
    page = tmp_path / "new-report.html"
    assert f"{page}: the report page (" in capsys.readouterr().err
    text = page.read_text(encoding="utf-8")
    assert "HOTA" in text
    assert all(name in text for name in ("trackerA", "trackerB"))


def test_a_page_that_cannot_be_written_is_told_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "no folder" / "page.html")
    assert main(["demo", str(tmp_path / "new"), "--tracks", "--report", missing]) == 2
    assert "no folder" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_faults_are_counted_in_words() -> None:
    world = make_track_world(60)
    words = words_on_tracks(world, "-q")
    line = next(line for line in words.splitlines() if line.startswith("Planted in tracker A: "))
    assert list(map(int, re.findall(r"\d+", line))) == [n for n in world.planted["A"].values() if n]
    assert "\n  truebox eval ./-q/gt ./-q/trackerA ./-q/trackerB\n" in words.replace("\\", "/")


def test_names_are_made_harmless() -> None:
    assert "\x1b" not in words_on_tracks(make_track_world(2), "\x1b[2J")
