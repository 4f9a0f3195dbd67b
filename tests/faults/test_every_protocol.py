"""Every registered protocol, on files as its users have them: everything that is promised of each.

A protocol that is registered is tried here without a word more: on COCO's JSON, or on what
`protocol_files` writes for its name.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import protocol_files
import pytest

import truebox as tb
from truebox.cli import main
from truebox.diagnosis.certainty import bootstrap_arguments
from truebox.diagnosis.certainty.unscored.drawn_parts import part_intervals
from truebox.diagnosis.certainty.unscored.kinds import parts_of
from truebox.evaluation.registry import OTHER_PROTOCOLS, PROTOCOLS

pytest.importorskip("PIL.Image")

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

Written = Callable[[str], protocol_files.Files]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def files_of(tmp_path_factory: pytest.TempPathFactory) -> Written:
    home = tmp_path_factory.mktemp("protocols")
    return cache(lambda name: protocol_files.files_of(name, home / name))


@pytest.fixture(autouse=True)
def fewer_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap_arguments, "_USUAL", 100)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COLUMNS", "160")

    def command(*arguments: Any) -> tuple[int, str, str]:
        code = main([str(each) for each in arguments])
        return code, *capsys.readouterr()

    return command


@cache
def leading() -> dict[str, str]:
    """What the page says leads, by protocol."""
    page = Path(__file__).parents[2] / "docs" / "howto" / "leading-number.md"
    rows = [line.split("|")[1:3] for line in page.read_text(encoding="utf-8").splitlines() if "| `" in line]
    return {name.strip("` "): key.strip("` ") for names, key in rows for name in names.split(",")}


def test_the_page_of_leading_numbers_has_every_protocol() -> None:
    assert set(leading()) == set(PROTOCOLS)


def first_number(document: dict[str, Any]) -> tuple[str, float]:
    metrics = document["results"][0]["metrics"]
    return next((key, value) for key, value in metrics.items() if value is not None)


def result_of(name: str, files: protocol_files.Files) -> Any:
    """Of the first predictions; text is read as outlines, as the command reads it."""
    geometries = getattr(tb.evaluation.protocol_value(name), "geometries", ("boxes",))
    how = {} if "boxes" in geometries or not geometries else {"geometry": geometries[0]}
    return tb.evaluate(files.truth, files.found[0], protocol=name, **how)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_numbers_tables_and_gates(name: str, tmp_path: Path, files_of: Written, run: Run) -> None:
    files = files_of(name)
    how = ("eval", files.truth, files.found[0], "--protocol", name, "--no-diagnosis")
    kinds = ("json", "csv", "md", "latex")
    paths = {kind: tmp_path / f"result.{kind}" for kind in kinds}
    outputs = [each for kind in kinds for each in (f"--{kind}", paths[kind])]
    code, table, said = run(*how, *outputs)
    assert (code, "all " in table, f"protocol {name} strict" in said) == (0, True, True), said

    document = json.loads(paths["json"].read_text(), parse_constant=pytest.fail)
    assert document["protocol"]["name"] == name
    key, value = first_number(document)
    assert (key, math.isfinite(value)) == (leading()[name], True)
    (entry,) = document["results"]
    assert entry["per_class"]
    assert all(
        undefined in entry["undefined"] for undefined, held in entry["metrics"].items() if held is None
    )
    assert key in paths["csv"].read_text().splitlines()[0]
    assert all(name in paths[kind].read_text().replace("\\", "") for kind in ("md", "latex"))

    gates = (
        "--fail-under",
        f"{key}={value + 1e-9}",
        "--baseline",
        paths["json"],
        "--max-drop",
        f"{key}=1e-12",
    )
    code, text, _ = run(*how, *gates)
    assert (code, text.count("GATE FAILED"), text.count("GATE ok")) == (1, 1, 1)
    assert run(*how, "--mode", "corrected")[0] == 0
    assert run("check", files.truth, files.found[0], "--protocol", name)[0] == 0


@pytest.mark.parametrize("name", PROTOCOLS)
def test_two_are_compared_and_have_a_page(name: str, files_of: Written, run: Run) -> None:
    files = files_of(name)
    asked = ("compare", files.truth, *files.found, "--protocol", name, "--draws", "100", "--json")
    code, text, said = run(*asked)
    assert code == 0, said
    pair = json.loads(text, parse_constant=pytest.fail)["comparisons"][0]
    key = next(iter(pair["metrics"]))
    assert {"value", "low", "high", "p"} <= pair["metrics"][key].keys()
    page = tb.report.to_page(result_of(name, files), replicates=100)
    assert f'"{name}"' in page


@pytest.mark.parametrize("name", [each for each in PROTOCOLS if each not in OTHER_PROTOCOLS])
def test_detections_have_pairs_parts_intervals_and_words(name: str, files_of: Written) -> None:
    result = result_of(name, files_of(name))
    assert len(result.matches.detections) == result.detections
    slices = tb.diagnosis.slices(result)
    assert slices.to_dict()
    intervals = tb.diagnosis.intervals(result, replicates=100)
    main_key = result.layout.main
    estimate = intervals.metrics[main_key]
    assert estimate.value == result.metrics[main_key]
    assert estimate.low is None or estimate.low <= estimate.high
    assert tb.diagnosis.in_words(result).sentences
    pytest.importorskip("matplotlib")
    assert result.plot() is not None


@pytest.mark.parametrize("name", OTHER_PROTOCOLS)
def test_other_kinds_have_intervals_and_words(name: str, files_of: Written) -> None:
    files = files_of(name)
    result = tb.evaluate(files.truth, files.found[0], protocol=name)
    parts = parts_of(result)
    assert parts is not None
    estimate = part_intervals(parts, replicates=100, level=0.95, seed=0)[result.layout.main]
    assert estimate.value == result.metrics[result.layout.main]
    assert (estimate.low is None) == (estimate.reason is not None)
    assert f"{estimate.value:.3f}" in tb.diagnosis.in_words(result).sentences[0]


@pytest.mark.parametrize("name", OTHER_PROTOCOLS)
def test_other_kinds_have_intervals_in_json(name: str, files_of: Written, run: Run, tmp_path: Path) -> None:
    files, plain = files_of(name), tmp_path / "plain.json"
    how = ("eval", files.truth, files.found[0], "--protocol", name)
    code, text, said = run(*how, "--json", "--diagnosis")
    assert code == 0, said
    (entry,) = json.loads(text, parse_constant=pytest.fail)["results"]
    key, value = first_number({"results": [entry]})
    interval = entry["diagnosis"]["intervals"]["metrics"][key]
    assert (interval["value"], interval["low"] is None) == (value, interval["reason"] is not None)
    assert entry["diagnosis"]["words"]
    assert run(*how, "--json", plain, "--no-diagnosis")[0] == 0
    assert "diagnosis" not in json.loads(plain.read_text())["results"][0]


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_drop_is_held_against_chance(name: str, files_of: Written, run: Run) -> None:
    files = files_of(name)
    key, _ = first_number(result_of(name, files).to_dict())
    how = ("eval", files.truth, files.found[0], "--protocol", name, "--no-diagnosis", "--baseline")
    for baseline in files.found:
        code, table, said = run(*how, baseline, "--max-drop", f"{key}=0.9", "--significant")
        assert (code, table.count("GATE ok")) == (0, 1), said
