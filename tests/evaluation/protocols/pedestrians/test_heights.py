"""Who counts in which set, what excuses a detection, and the quirks of CityPersons' code."""

from __future__ import annotations

from typing import Any

import pytest

import truebox as tb
from truebox.diagnosis import compare
from truebox.errors import InputError
from truebox.evaluation import Evaluator

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def person(number: int, image: int, box: list[float], seen: float = 1.0, **more: Any) -> dict[str, Any]:
    held = {"id": number, "image_id": image, "category_id": 1, "bbox": box, "area": box[2] * box[3]}
    return {**held, "height": box[3], "vis_ratio": seen, "ignore": 0, "iscrowd": 0, **more}


def truth_of(people: list[dict[str, Any]], images: int, classes: int = 1) -> dict[str, Any]:
    return {
        "images": [{"id": each, "width": 640, "height": 480} for each in range(1, images + 1)],
        "categories": [{"id": each, "name": f"class {each}"} for each in range(1, classes + 1)],
        "annotations": people,
    }


def found_at(image: int, box: list[float], score: float, category: int = 1) -> dict[str, Any]:
    return {"image_id": image, "category_id": category, "bbox": box, "score": score}


def metrics_of(truth: Any, found: Any, **how: Any) -> dict[str, float | None]:
    return dict(tb.evaluate(truth, found, fit_test=False, **{"protocol": "citypersons", **how}).metrics)


TALL, SMALL, LOW = [0, 0, 40, 100], [100, 0, 25, 60], [200, 0, 10, 30]


@pytest.mark.parametrize("protocol", ["citypersons", "caltech"])
def test_sets_by_height_and_what_is_seen(protocol: str) -> None:
    people = [person(1, 1, TALL), person(2, 1, SMALL, 0.7), person(3, 1, LOW), person(4, 1, TALL, 0.3)]
    result = tb.evaluate(truth_of(people, 1), [], protocol=protocol, fit_test=False)
    assert result.state.truths.tolist() == [[2, 1, 1, 4]]
    assert result.truths == 2
    assert [result.metrics[key] for key in ("MR", "MR[small]", "MR[heavy]", "MR[all]")] == [1.0] * 4


def test_who_is_outside_a_set_excuses_what_lies_in_them() -> None:
    """A detection of a low person is not there in Reasonable: 30 is below 50 / 1.25."""
    people = [person(1, 1, TALL), person(2, 1, [300, 0, 40, 100], 0.3)]
    part = [300, 0, 40, 60]  # of the second person, six tenths
    found = [found_at(1, part, 0.9), found_at(1, part, 0.8), found_at(1, TALL, 0.7), found_at(1, LOW, 0.95)]
    result = tb.evaluate(truth_of(people, 200), found, protocol="citypersons", fit_test=False)
    assert result.matches.outcome("Reasonable")[:, 0].tolist() == [2, 2, 2, 1]
    assert result.matches.outcome("Heavy")[:, 0].tolist() == [2, 1, 0, 2]
    assert result.matches.detections.matched_truth[:, 0].tolist()[3] == 0
    assert result.metrics["MR"] == 0.0


def test_a_first_alarm_beyond_a_reference() -> None:
    """R1: of 10 images one false positive is 0.1 each, so four references lie below."""
    truth = truth_of([person(1, 1, TALL), person(2, 2, TALL)], 10)
    found = [found_at(1, [300, 300, 40, 100], 0.9), found_at(1, TALL, 0.8)]
    assert metrics_of(truth, found)["MR"] == pytest.approx(0.5, abs=1e-15)
    corrected = metrics_of(truth, found, mode="corrected")["MR"]
    assert corrected == pytest.approx(0.5 ** (5 / 9), abs=1e-15)
    assert metrics_of(truth, found, protocol="caltech")["MR"] == pytest.approx(corrected, abs=1e-15)
    said = tb.evaluate(truth, found, protocol="citypersons", fit_test=False).warnings
    assert [str(each)[:8] for each in said if each.code == "W-310"] == ["W-310 R1"]


def test_a_set_without_people_is_undefined() -> None:
    result = tb.evaluate(truth_of([person(1, 1, LOW)], 1), [], protocol="citypersons")
    assert result.metrics["MR"] is None  # R2
    assert result.undefined["MR"] == "nobody counts in the set Reasonable"


def test_only_the_class_of_id_one() -> None:
    """R4."""
    people = [person(1, 1, TALL), person(2, 1, TALL, category_id=2)]
    truth = truth_of(people, 1, classes=2)
    found = [found_at(1, [300, 300, 40, 100], 0.9)]
    half = [*found, found_at(1, TALL, 0.8, 2)]
    assert metrics_of(truth, half)["MR"] == 1.0
    assert metrics_of(truth, half, mode="corrected")["MR"] == 0.5


def test_a_truth_that_does_not_say_what_is_seen() -> None:
    people = [{key: value for key, value in person(1, 1, TALL).items() if key != "vis_ratio"}]
    said = tb.evaluate(truth_of(people, 1), [], protocol="citypersons").warnings
    assert "W-313" in [each.code for each in said]


def test_a_value_that_is_no_number_is_refused() -> None:
    truth = truth_of([person(1, 1, TALL, "much")], 1)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"E-134 .*annotations\[0\]\.vis_ratio"):
        tb.evaluate(truth, [], protocol="citypersons")


def test_a_fall_of_the_miss_rate_is_an_improvement() -> None:
    truth = truth_of([person(each, each, TALL) for each in range(1, 41)], 40)
    some = [found_at(each, TALL, 0.5) for each in range(1, 11)]
    most = [found_at(each, TALL, 0.5) for each in range(1, 39)]
    (pair,) = compare(truth, some, most, protocol="citypersons").pairs
    assert pair.metrics["MR"].value < 0
    assert (pair.metrics["MR"].verdict, pair.metrics["AP"].verdict) == ("better", "better")


def test_a_stream_counts_the_sets_too() -> None:
    people = [person(1, 1, TALL), person(2, 1, SMALL, 0.7), person(3, 2, LOW), person(4, 2, TALL, 0.3)]
    truth = truth_of(people, 2)
    found = [found_at(1, TALL, 0.9), found_at(2, [300, 300, 40, 100], 0.8), found_at(2, TALL, 0.7)]
    stream = Evaluator(protocol="citypersons", categories={1: "class 1"})
    for image in (1, 2):
        part = truth | {
            "images": [truth["images"][image - 1]],
            "annotations": [each for each in people if each["image_id"] == image],
        }
        stream.update(part, [each for each in found if each["image_id"] == image])
    whole = tb.evaluate(truth, found, protocol="citypersons", fit_test=False)
    streamed = stream.result()
    assert streamed.state.truths.tolist() == whole.state.truths.tolist()
    assert dict(streamed.metrics) == dict(whole.metrics)
