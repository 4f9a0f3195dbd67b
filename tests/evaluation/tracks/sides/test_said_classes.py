"""Rows without a class beside others that have one: all are one class, and each is counted once."""

from __future__ import annotations

import pytest

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def tracks(labels=None, frames=5):
    """Two objects in each of five frames."""
    rows = [(frame, k) for frame in range(1, frames + 1) for k in (0, 1)]
    side = {
        "frames": [frame for frame, _ in rows],
        "ids": [k for _, k in rows],
        "boxes": [[60 * k + frame, 10, 40, 80] for frame, k in rows],
    }
    return side if labels is None else {**side, "labels": [labels[k] for _, k in rows]}


def said_of(result):
    return [(each.count, each.message) for each in result.warnings if "have no class" in each.message]


def counted(result):
    return [(each.name, each.truths, each.detections) for each in result.per_class]


@pytest.mark.parametrize("labels", [["cat", "dog"], [1, 2], [0, 5]])
@pytest.mark.parametrize("sides", ["truth", "predictions", "both"])
def test_in_memory_all_are_one_class(labels, sides):
    """There were 30 truths of 20: those without a class, and all once more as the class -1."""
    full, some = ({"a": tracks(labels), "b": tracks(own)} for own in (labels, None))
    truth = full if sides == "predictions" else some
    found = full if sides == "truth" else some
    result = evaluate_tracks(truth, found)
    assert counted(result) == [("object", 20, 20)]
    assert (result.truths, result.detections, result.metrics["HOTA"]) == (20, 20, 1)
    said = said_of(result)
    assert [count for count, _ in said] == [10] * (2 if sides == "both" else 1)
    assert "10 of 20 boxes have no class, so that all of both sides are evaluated as one class" in said[0][1]


def test_a_label_below_0_is_no_class():
    """In the second of two objects; three labels of ten boxes say that, and one class has them all."""
    found = tracks([1, 2])
    found["labels"][1], found["labels"][3], found["labels"][5] = -1, -1, -5
    result = evaluate_tracks(found, tracks([1, 2]))
    assert counted(result) == [("object", 10, 10)]
    assert [count for count, _ in said_of(result)] == [3]


def test_where_no_row_says_one_nothing_is_said():
    result = evaluate_tracks(tracks([-1, -1]), tracks([1, 2]))
    assert (counted(result), said_of(result)) == ([("object", 10, 10)], [])


def test_nothing_is_left_out_of_one_class():
    """A bird, which the truth does not name, is found beside the cats: it is no class of its own here."""
    truth = {"a": tracks(["cat", "dog"]), "b": tracks()}
    result = evaluate_tracks(truth, {"a": tracks(["cat", "bird"]), "b": tracks()})
    assert (result.detections, result.metrics["HOTA"]) == (20, 1)
    assert "W-592" not in {each.code for each in result.warnings}


def test_only_the_sequences_that_are_chosen_are_asked():
    """All rows of `a` have a class, which predictions number otherwise: a dog is 2 of two and 1 of one."""
    truth, found = {"a": tracks(["cat", "dog"]), "b": tracks()}, {"a": tracks(["dog", "dog"]), "b": tracks()}
    result = evaluate_tracks(truth, found, sequences=["a"], fit_test=False)
    assert counted(result) == [("cat", 5, 0), ("dog", 5, 10)]
    assert [each.metrics["CLR_TP"] for each in result.per_class] == [0, 5]


def write(folder, ends):
    for name, columns in ends.items():
        for file in (folder / "gt" / name / "gt" / "gt.txt", folder / "found" / f"{name}.txt"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(
                "".join(
                    f"{frame},{k},{60 * k + frame},10,40,80,1{f',{k},1' if columns == 9 else ''}\n"
                    for frame in range(1, 6)
                    for k in (1, 2)
                )
            )
    return folder / "gt", folder / "found"


def test_files_with_and_without_the_column(tmp_path):
    """Each of two files has ten boxes; nine columns say the class, seven do not."""
    result = evaluate_tracks(*write(tmp_path, {"A": 9, "B": 7}), protocol="tracks")
    assert (counted(result), result.metrics["HOTA"]) == ([("object", 20, 20)], 1)
    assert [count for count, _ in said_of(result)] == [10, 10]


def test_what_the_refusal_of_a_benchmark_advises_works(tmp_path):
    """E-421: evaluate all with the protocol `tracks`; in files, and in memory."""
    gt, _ = write(tmp_path, {"A": 9, "B": 7})
    found = {name: {**tracks(), "ids": tracks()["ids"]} for name in ("A", "B")}
    for each in found.values():
        each["boxes"] = [[x + 60, *others] for x, *others in each["boxes"]]
    with pytest.raises(InputError, match=r"E-421 .*write 1 to 13 in column 8 .*protocol='tracks'"):
        evaluate_tracks(gt, found, protocol="mot17")
    result = evaluate_tracks(gt, found, protocol="tracks")
    assert (result.truths, result.metrics["HOTA"]) == (20, 1)


@pytest.mark.parametrize(
    ("labels", "code", "fix"),
    [
        ([1, -1], "E-421", "pass labels 1 to 13 for every row"),
        ([1, 14], "E-585", "pass labels 1 to 13 for every row"),
        ([-1, -1], "E-421", r"pass it in labels \(1 of pedestrians\)"),
        (None, "E-421", r"pass it in labels \(1 of pedestrians\)"),
    ],
)
def test_in_memory_labels_are_named_and_no_column(labels, code, fix):
    with pytest.raises(InputError, match=rf"{code} truth row \d: .*Fix: {fix}, or evaluate all") as refused:
        evaluate_tracks(tracks(labels), tracks(), protocol="mot17")
    assert "column" not in str(refused.value)
    result = evaluate_tracks(tracks(labels), tracks(), protocol="tracks")
    assert (result.truths, result.metrics["HOTA"]) == (10, 1)
    result = evaluate_tracks(tracks([1, 13]), tracks(), protocol="mot17")
    assert (result.truths, result.metrics["CLR_TP"]) == (5, 5)


@pytest.mark.parametrize("labels", [None, [1, 1]])
def test_in_memory_pedestrians_found_have_the_label_1_or_none(labels):
    advice = r"E-585 .*leave labels out where all are pedestrians, or pass 1 for them, or evaluate every"
    with pytest.raises(InputError, match=advice):
        evaluate_tracks(tracks([1, 1]), tracks([1, 3]), protocol="mot17")
    assert evaluate_tracks(tracks([1, 1]), tracks(labels), protocol="mot17").metrics["HOTA"] == 1
