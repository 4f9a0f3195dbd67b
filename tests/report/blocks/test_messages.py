"""What is said beside a result."""

from __future__ import annotations

from made_results import MadeResult, make_predictions

from truebox.records import Finding
from truebox.report.blocks.messages import finding_lines, protocol_line, read_lines


def read(*arguments: object, **changes: int) -> MadeResult:
    return MadeResult(predictions=make_predictions(*arguments, **changes))


def test_what_was_read_in_aligned_lines() -> None:
    assert read_lines([MadeResult()]) == [
        "truth        truth.json        COCO JSON     100 images · 839 boxes · 9 crowd · 2 classes",
        "predictions  predictions.json  COCO results  734 boxes",
    ]


def test_several_files_are_lettered_and_counts_are_grouped() -> None:
    lines = read_lines([read(rows=1), read("b.json", 12_345)])
    assert lines[1].startswith("A predictions")
    assert lines[1].endswith("1 box")
    assert lines[2].endswith("12,345 boxes")


def test_file_names_are_escaped() -> None:
    assert "\x1b" not in "".join(read_lines([read("\x1b[2J.json")]))


def test_protocol_mode_limits_and_cost_in_one_line() -> None:
    line = protocol_line([MadeResult()], threads=2, seconds=0.314)
    assert line == "protocol coco strict · boxes · max detections 1, 10, 100 · 2 threads · 0.31 s"
    assert "1 thread ·" in protocol_line([MadeResult()], threads=1, seconds=1)


def test_a_finding_is_one_line() -> None:
    result = MadeResult(warnings=(Finding("W-205", "12 exact duplicate boxes\n\x1b[31m"),))
    assert finding_lines([result]) == ["W-205 12 exact duplicate boxes\\x0a\\x1b[31m"]


def test_findings_of_several_files_are_said_once_with_their_letters() -> None:
    shared, own = Finding("W-101", "shared"), Finding("W-102", "own")
    results = [MadeResult(warnings=(shared,)), MadeResult(warnings=(shared, own))]
    assert finding_lines(results) == ["W-101 shared", "W-102 B: own"]
