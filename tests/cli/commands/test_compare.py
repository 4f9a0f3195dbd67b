"""``truebox compare``: files in, table, JSON, CSV and Markdown out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from truebox.cli import main
from truebox.datasets import write_coco_predictions, write_coco_truth
from truebox.generation import make_dataset

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A truth, a model, and the same with blurred scores."""
    folder = tmp_path_factory.mktemp("compared")
    truth, found = make_dataset(40, 2, 15, 3.0, 1)
    write_coco_truth(
        folder / "truth.json",
        image_ids=truth.images.ids,
        image_sizes=truth.images.sizes,
        file_names=truth.images.file_names,
        category_ids=truth.categories.ids,
        category_names=truth.categories.names,
        image=truth.image,
        category=truth.category,
        ids=truth.ids,
        boxes=truth.boxes,
        area=truth.area,
        crowd=truth.crowd,
    )
    noise = np.random.default_rng(1).normal(0, 0.3, len(found.scores))
    blurred = replace(found, scores=np.clip(found.scores + noise, 0, 1))
    for name, part in (("a.json", found), ("b.json", blurred)):
        write_coco_predictions(
            folder / name, image=part.image, category=part.category, boxes=part.boxes, scores=part.scores
        )
    return folder


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(folder)

    def invoke(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return invoke


def test_the_verdict_is_said_first(run: Run) -> None:
    code, out, err = run("compare", "truth.json", "a.json", "b.json")
    assert code == 0
    lines = out.splitlines()
    assert lines[:2] == ["A a.json", "B b.json"]
    assert lines[3].startswith("B is worse than A: AP -0.")
    assert "95 % intervals from 1,000 random swaps of both models in 40 images, seed 0" in out
    assert "A predictions  a.json" in err


def test_latex_for_papers(run: Run) -> None:
    code, out, _ = run("compare", "truth.json", "a.json", "b.json", "--latex", "--names", "Base_line, Ours")
    assert code == 0
    assert r"Metric & Base\_line & Ours & Difference [95\% interval] & $p$ \\" in out
    assert r"AP & \textbf{" in out  # A is better, as the table says


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--names", "A,A"), "--names: two are 'A'"),
        (("--names", "A," + 41 * "B"), "has 41 letters, at most 40"),
        (("--latex", "--names", "A"), "--names: got 1 for 2 predictions files"),
        (("--latex", "--names", "A,,B"), "for 2 predictions files"),
    ],
)
def test_names_must_fit(run: Run, more: tuple[str, ...], message: str) -> None:
    code, out, err = run("compare", "truth.json", "a.json", "b.json", *more)
    assert (code, out) == (2, "")
    assert message in err


def test_names_stand_in_every_output(run: Run) -> None:
    arguments = ("compare", "truth.json", "a.json", "b.json", "--names", "Baseline,Ours")
    _, out, err = run(*arguments)
    assert "| Baseline |" in out
    assert "Ours - Baseline" in out
    assert out.startswith("Baseline\nOurs\n")
    assert "Ours predictions" in err
    assert "b.json" in err
    _, out, _ = run(*arguments, "--json", "-q")
    pair = json.loads(out)["comparisons"][0]
    assert (pair["first"], pair["second"]) == ("Baseline", "Ours")
    _, out, _ = run(*arguments, "--md", "-q")
    assert "- Baseline is a.json." in out
    assert "- Ours is b.json." in out


def test_numbers_follow_seed_draws_and_level(run: Run) -> None:
    arguments = ("compare", "truth.json", "a.json", "b.json", "--json", "-q")
    _, out, _ = run(*arguments, "--draws", "200", "--seed", "5", "--level", "0.9", "--movers", "2")
    document = json.loads(out)
    assert (document["replicates"], document["seed"], document["level"]) == (200, 5, 0.9)
    pair = document["comparisons"][0]
    assert (pair["first"], pair["second"]) == ("a.json", "b.json")
    assert pair["metrics"]["AP"]["verdict"] == "worse"
    assert len(pair["movers"]["lost"]) == 2


def test_the_python_call_says_the_same(run: Run, folder: Path) -> None:
    import truebox

    _, out, _ = run("compare", "truth.json", "a.json", "b.json", "--json", "-q", "--mode", "corrected")
    found = truebox.compare(
        *(str(folder / name) for name in ("truth.json", "a.json", "b.json")), mode="corrected"
    )
    assert json.loads(out)["comparisons"][0]["metrics"]["AP"] == found.pairs[0].metrics["AP"].to_dict()


def test_csv_and_markdown(run: Run, folder: Path) -> None:
    code, out, _ = run("compare", "truth.json", "a.json", "b.json", "--csv", "--md=c.md", "-q")
    assert code == 0
    assert len(list(csv.DictReader(io.StringIO(out)))) == 12 + 2 * 3
    assert (folder / "c.md").read_text(encoding="utf-8").startswith("| Metric |")
    again, _, _ = run("compare", "truth.json", "a.json", "b.json", "--md=c.md", "-q")
    assert again == 0  # a report of this kind may be overwritten


def test_color_is_taken_at_its_word(run: Run) -> None:
    _, out, _ = run("compare", "truth.json", "a.json", "b.json", "-q", "--color", "always")
    assert "\x1b[" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("truth.json", "a.json"), "at least two predictions files"),
        (("truth.json", "a.json", "b.json", "--draws", "5"), "--draws"),
        (("truth.json", "a.json", "b.json", "--level", "95"), "--level"),
        (
            ("truth.json", "a.json", "b.json", "--area-range", "x=0:5", "--area-range", "x=0:6"),
            "names 'x' twice",
        ),
    ],
)
def test_wrong_usage_is_said(run: Run, arguments: tuple[str, ...], complaint: str) -> None:
    code, out, err = run("compare", *arguments)
    assert (code, out) == (2, "")
    assert complaint in err


def test_a_file_that_is_none_is_refused(run: Run) -> None:
    code, out, err = run("compare", "truth.json", "a.json", "missing.json")
    assert code != 0
    assert out == ""
    assert "missing.json" in err


def test_movers_are_named_in_json_alone(run: Run) -> None:
    code, out, err = run("compare", "truth.json", "a.json", "b.json", "--movers", "3")
    assert (code, out) == (2, "")
    assert "--movers is of no use without --json" in err
