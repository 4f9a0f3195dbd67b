"""The table of all results: committed as it would be written, worst ratio first, nothing dropped."""

from __future__ import annotations

import json
import shutil

import pytest
from project_tree import ROOT

import benchmarks.__main__ as program
from benchmarks.__main__ import QUESTIONS
from benchmarks.answer import Answer, Row
from benchmarks.summary import LIMITS, comparisons, read_answers, table, with_table, write

PAGES = ROOT / "docs" / "benchmarks"


def answer() -> Answer:
    """Two tools in one case and a limit; nobody but us in the other."""
    rows = [
        Row("big", "truebox", (2.0, 2.0, 9.0), (30, 20, 10)),
        Row("big", "truebox, out=", (1.0,)),
        Row("big", "slow tool", (8.0,), (80,)),
        Row("big", "quick tool", (1.0,), answer="differs by 3"),
        Row("big", LIMITS[0], (0.5,)),
        Row("alone", "truebox", (0.25,)),
    ]
    return Answer("boxes", "Some boxes", "how", rows, skipped=[("absent tool", "not installed")])


def test_the_committed_table_is_what_the_results_say():
    page = (PAGES / "index.md").read_text(encoding="utf-8")
    again = with_table(page, table(read_answers(PAGES), QUESTIONS))
    assert page == again, "run `python -m benchmarks --summary` and commit docs/benchmarks/index.md"
    assert page.index("| operation |") < page.index("```")  # the page opens with it


def test_every_committed_result_is_in_the_table():
    page = (PAGES / "index.md").read_text(encoding="utf-8")
    names = [path.stem for path in PAGES.glob("*.json")]
    assert len(names) >= 17
    for name in names:
        raw = json.loads((PAGES / f"{name}.json").read_text(encoding="utf-8"))["answer"]
        tools = {row["tool"] for row in raw["rows"]}
        others = {tool for tool in tools if "truebox" not in tool} - set(LIMITS)
        for tool in others if others < tools else ():  # else one of ours beside another
            assert f"| {tool}, " in page
        assert f"]({name}.md)" in page or raw["question"] in page


def test_ways_of_ours_side_by_side_are_no_rivals():
    own = Answer("rules", "Two rules", "how", [Row("all", "coco", (1.0,)), Row("all", "voc", (2.0,))])
    assert comparisons([own]) == []
    assert "- Truebox beside itself: Two rules, [rules](rules.md)." in table([own], [])


def test_the_worst_ratio_is_first_and_our_slowest_way_counts():
    found = comparisons([answer()])
    assert [(each.theirs.tool, each.ours.tool, each.ratio) for each in found] == [
        ("quick tool", "truebox", 2.0),
        ("slow tool", "truebox", 0.25),
    ]


def test_the_lines_of_a_small_table():
    lines = table([answer()], ["boxes", "tracks"]).splitlines()
    assert "**In 1 the other tool is faster**" in lines[0]
    limit = f"4.00 × {LIMITS[0]}"
    page = "[boxes](boxes.md)"
    assert lines[6] == (
        "| Some boxes: big | truebox, 2 s | quick tool, 1 s | **2.00** |  | differs by 3 "
        f"| {limit} | {page} |"
    )
    assert lines[7].startswith(
        "| Some boxes: big | truebox, 2 s | slow tool, 8 s | 0.25 | 0.25 | identical |"
    )
    assert "- Nobody to compare with: Some boxes: alone, truebox, 250 ms." in lines
    assert "- Did not run: Some boxes: absent tool, not installed." in lines
    assert lines[-1].endswith("questions, which can be asked: tracks.")


def test_writing_keeps_what_stands_around_the_table(tmp_path):
    page = (PAGES / "index.md").read_text(encoding="utf-8")
    begin = page.index("<!-- written")
    end = page.index("<!-- end")
    old = page[:begin] + page[begin : page.index("\n", begin)] + "\nold\n" + page[end:]
    (tmp_path / "index.md").write_text(old, encoding="utf-8")
    raw = {"machine": {}, "answer": answer().to_dict()}
    (tmp_path / "boxes.json").write_text(json.dumps(raw), encoding="utf-8")
    write(tmp_path, ["boxes"])
    written = (tmp_path / "index.md").read_text(encoding="utf-8")
    assert "\nold\n" not in written
    assert "| slow tool, 8 s |" in written
    assert written.startswith(page[:begin])
    assert written.endswith(page[end:])


def test_a_page_without_a_place_for_the_table_is_refused():
    with pytest.raises(ValueError, match="the page needs one line <!-- written"):
        with_table("# Benchmarks\n", "")


def test_the_command_writes_the_committed_page(tmp_path, monkeypatch):
    for path in PAGES.glob("*.json"):
        shutil.copy(path, tmp_path)
    page = (PAGES / "index.md").read_text(encoding="utf-8")
    (tmp_path / "index.md").write_text(page.replace("| truebox", "| somebody"), encoding="utf-8")
    monkeypatch.setattr(program, "_PAGES", tmp_path)
    monkeypatch.setattr("sys.argv", ["benchmarks", "--summary"])
    assert program.main() == 0
    assert (tmp_path / "index.md").read_text(encoding="utf-8") == page
