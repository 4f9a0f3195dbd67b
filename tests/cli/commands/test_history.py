"""``truebox history`` on what ``truebox eval --json`` wrote."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def results(tmp_path, monkeypatch, real_command):
    monkeypatch.chdir(tmp_path)
    box = {"image_id": 1, "category_id": 1}
    truth = {
        "images": [{"id": 1, "width": 99, "height": 99}],
        "categories": [{"id": 1, "name": "a"}],
        "annotations": [{"id": 1, **box, "bbox": [0, 0, 10, 10], "area": 100, "iscrowd": 0}],
    }
    (tmp_path / "t.json").write_text(json.dumps(truth))
    for number, width in ((2, 6), (10, 10)):  # IoU 0.6, and 1
        (tmp_path / "p.json").write_text(json.dumps([{**box, "bbox": [0, 0, width, 10], "score": 0.5}]))
        assert real_command("eval", "t.json", "p.json", f"--json=e{number}.json", "-q")[0] == 0
    return ["e10.json", "e2.json"]


def test_epochs_in_their_order_with_a_page(results, tmp_path, real_command) -> None:
    code, out, err = real_command("history", *results, "--report", "h.html")
    assert code == 0
    lines = [line.split("|") for line in out.splitlines()]
    assert [cell.strip() for cell in lines[2][:2]] == ["e2", "0.300"]  # found at 0.5, 0.55 and 0.6 of ten
    assert [cell.strip() for cell in lines[3][:3]] == ["e10", "1.000", "+0.700"]
    assert "Ordered by the numbers in their names." in out
    assert err == "protocol coco, boxes, mode strict; truth t.json\n"
    assert (tmp_path / "h.html").read_text().startswith('<!doctype html>\n<html lang="en">')


def test_other_rules_are_refused(results, real_command) -> None:
    real_command("eval", "t.json", "p.json", "--json=x.json", "-q", "--mode", "corrected")
    code, out, err = real_command("history", *results, "x.json")
    assert (code, out) == (3, "")
    assert "E-554 x.json: was evaluated with mode corrected, e10.json with strict" in err


def test_one_result_is_a_wrong_call(results, real_command) -> None:
    assert real_command("history", results[0])[0] == 2
