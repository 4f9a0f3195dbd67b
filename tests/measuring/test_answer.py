"""Ratios point the right way, targets are judged, and what was left out is said."""

from __future__ import annotations

import json

import pytest

from benchmarks.answer import Answer, Row, Target, duration, markdown, without_paths


@pytest.fixture
def answer() -> Answer:
    rows = [
        Row("files", "truebox", (0.2, 0.1, 0.3), (100, 120, 110), (0.3, 0.3, 0.3)),
        Row("files", "snail", (1.0, 1.2, 0.8), (400, 400, 400), (2.0, 2.0, 2.0), "differs by 1e-17"),
        Row("files", "hare", (0.4,), (200,), (0.4,)),
    ]
    return Answer("pace", "How fast?", "Carefully.", rows, skipped=[("tortoise", "not installed")])


def test_the_median_counts_not_the_mean_or_the_best():
    assert Row("case", "tool", (1.0, 2.0, 30.0)).time == 2.0
    assert Row("case", "tool", (1.0,)).memory is None


def test_a_promise_of_speed_is_judged_against_the_fastest_rival(answer):
    answer.promise_speed("files", "truebox", ["snail", "hare", "absent"], 2)
    (target,) = answer.targets
    assert target.value == pytest.approx(0.4 / 0.2)
    assert target.reached
    assert "hare" in target.promise


def test_a_promise_of_speed_can_be_missed(answer):
    answer.promise_speed("files", "truebox", ["hare"], 2.5)
    assert not answer.targets[0].reached


def test_a_share_of_time_and_of_memory_is_judged_as_at_most(answer):
    answer.promise_share("files", "truebox", "hare", 0.4)
    answer.promise_share("files", "truebox", "hare", 0.6, memory=True)
    time, memory = answer.targets
    assert (time.value, time.reached) == (pytest.approx(0.5), False)
    assert (memory.value, memory.reached) == (pytest.approx(0.55), True)


def test_nothing_is_promised_about_a_tool_that_did_not_run(answer):
    answer.promise_share("files", "truebox", "tortoise", 0.4)
    answer.promise_speed("files", "truebox", ["tortoise"], 4)
    assert answer.targets == []


def test_the_page_shows_ratio_memory_difference_target_and_what_was_left_out(answer):
    answer.targets.append(Target("files", "quick enough", 3.0, 2.0))
    page = markdown(answer)
    assert "| snail | 1 s | 800 ms to 1.2 s | 3 | 5.00 | 2 s |" in page
    assert "differs by 1e-17" in page
    assert "**missed**" in page
    assert "- tortoise: not installed" in page


def test_an_answer_survives_the_way_between_processes(answer):
    answer.promise_share("files", "truebox", "hare", 0.4)
    again = Answer.from_dict(json.loads(json.dumps(answer.to_dict())))
    assert markdown(again) == markdown(answer)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(34.7, "34.7 s"), (0.52, "520 ms"), (18.8e-6, "18.8 µs"), (75e-9, "75 ns"), (1.0, "1 s")],
)
def test_durations_have_three_digits_and_a_unit(seconds, text):
    assert duration(seconds) == text


@pytest.mark.parametrize("place", ["/usr/lib/python3.11/site-packages/tool.py", "C:\\Python\\tool.py"])
def test_where_a_tool_lies_stands_in_no_page(place):
    reason = f"cannot import name 'Metric' from 'tool' ({place})"
    assert without_paths(reason) == "cannot import name 'Metric' from 'tool'"
    answer = Answer("q", "Question", "How", skipped=[("tool", reason)])
    assert place not in markdown(answer)
    assert answer.to_dict()["skipped"] == [("tool", "cannot import name 'Metric' from 'tool'")]
    reason = f"no file {place.replace(chr(92), '/').removeprefix('C:')}: 3/4 read"
    assert without_paths(reason) == "no file tool.py: 3/4 read"
    assert without_paths("not installed (No module named 'tool')") == "not installed (No module named 'tool')"


def test_renewed_cases_take_the_places_of_the_old_ones() -> None:
    """Rows, targets and what was left out of other cases stay as they were."""

    def of(*cases: tuple[str, float], skipped: tuple[tuple[str, str], ...] = ()) -> Answer:
        rows = [Row(case, "coco", (seconds,)) for case, seconds in cases]
        targets = [Target(case, "", seconds, 9.0) for case, seconds in cases]
        return Answer("protocols", "", "", rows=rows, targets=targets, skipped=list(skipped))

    old = of(("a: 1", 1.0), ("b: 1", 2.0), ("c: 1", 3.0), skipped=(("d", "gone"), ("e", "gone")))
    found = old.renewed(of(("b: 1", 7.0), ("d: 1", 8.0)))
    assert [(row.case, row.time) for row in found.rows] == [
        ("a: 1", 1.0),
        ("b: 1", 7.0),
        ("c: 1", 3.0),
        ("d: 1", 8.0),
    ]
    assert [target.value for target in found.targets] == [1.0, 7.0, 3.0, 8.0]
    assert found.skipped == [("e", "gone")]
