"""What a comparison says, in rows and in sentences."""

from __future__ import annotations

from dataclasses import replace

from made_comparisons import BETTER, UNDEFINED, UNSURE, make_comparison, make_pair

from truebox.diagnosis import ClassDifferences
from truebox.report.blocks.block import Grid, Heading, Notes
from truebox.report.blocks.comparison import (
    class_differences,
    comparison_blocks,
    metric_differences,
    moved_images,
    mover_lines,
    setting,
)

AB = ("A", "B")


def test_one_row_per_metric() -> None:
    table = metric_differences(make_pair(), AB)
    assert table.header == ("Metric", "A", "B", "B - A", "interval", "p", "detectable", "verdict")
    assert table.rows == (
        ("AP", "0.400", "0.450", "+0.050", "+0.020, +0.080", "< .001", "0.042", "better"),
        ("AP50", "0.400", "0.410", "+0.010", "-0.020, +0.040", ".500", "0.042", "not significant"),
        ("APs", "n/a", "n/a", "n/a", "n/a", "n/a", "n/a", "undefined"),
    )


def test_classes_by_how_sure_their_difference_is() -> None:
    sure = replace(BETTER, corrected_p=0.01)
    larger = replace(UNSURE, value=-0.3)
    classes = tuple(
        ClassDifferences(id=n, name=name, truths=5, metrics={"AP": entry})
        for n, (name, entry) in enumerate(
            (("ghost", UNDEFINED), ("unsure", UNSURE), ("larger", larger), ("sure", sure))
        )
    )
    table = class_differences(make_pair(per_class=classes), AB, all_classes=False)
    assert [row[0] for row in table.rows] == ["sure", "larger", "unsure", "ghost"]
    assert table.rows[0][-2:] == (".010", "better")


def test_a_difference_that_cannot_be_judged_says_why() -> None:
    few = replace(UNDEFINED, first=0.5, second=0.25, value=-0.25, reason="only 4 images; 6 are needed")
    pair = make_pair(
        per_class=tuple(
            ClassDifferences(id=n, name=name, truths=5, metrics={"AP": few}) for n, name in enumerate("ab")
        )
    )
    assert [row[-1] for row in class_differences(pair, AB, all_classes=False).rows] == ["cannot tell"] * 2
    comparison = make_comparison(pair)
    said = [
        line for block in comparison_blocks(comparison) if isinstance(block, Notes) for line in block.lines
    ]
    assert "cannot tell: of a only 4 images; 6 are needed; 1 other class likewise" in said


def test_of_many_classes_thirty_are_shown() -> None:
    pair = make_pair(names=tuple(f"class {n}" for n in range(40)))
    short = class_differences(pair, AB, all_classes=False)
    assert (len(short.rows), short.hidden, short.rows[-1]) == (31, 10, None)
    whole = class_differences(pair, AB, all_classes=True)
    assert (len(whole.rows), whole.hidden) == (40, 0)


def test_of_many_moved_images_five_of_each_side_are_shown() -> None:
    pair = make_pair()
    many = replace(
        pair, movers=replace(pair.movers, lost=pair.movers.lost * 6, gained=pair.movers.gained * 6)
    )
    assert [line[:4] for line in mover_lines(many)] == ["lost"] * 5 + ["gain"] * 5


def test_columns_of_classes_name_both_models() -> None:
    pair = make_pair(names=("cat",))
    header = class_differences(pair, ("C", "D"), all_classes=True).header
    assert header == ("Class", "Truth", "AP C", "AP D", "D - C", "interval", "corrected p", "verdict")


def test_classes_have_a_table_where_there_are_some() -> None:
    grids = [
        [
            block.header[0]
            for block in comparison_blocks(make_comparison(make_pair(names=names)))
            if isinstance(block, Grid)
        ]
        for names in ((), ("cat",))
    ]
    assert grids == [["Metric"], ["Metric", "Class"]]


def test_images_in_words() -> None:
    pair = make_pair()
    assert moved_images(pair, AB) == (
        "Images by their own AP: B is better on 3, worse on 2, equal on 1, 4 without truth."
    )
    assert mover_lines(pair) == [
        "lost   -0.500  0.500 to 0.000  image 7 a.jpg",
        "gained +0.250  0.500 to 0.750  image 7 a.jpg",
    ]


def test_how_it_was_made_is_said() -> None:
    assert setting(make_comparison()).startswith(
        "95 % intervals from 1,000 random swaps of both models in 100 images, seed 3;"
    )


def test_fewer_swaps_are_said_where_nobody_asked_for_them() -> None:
    few = replace(make_comparison(), replicates=200)
    assert "usual" not in setting(few)
    assert setting(replace(few, reduced=True)).startswith(
        "95 % intervals from 200 random swaps (not the usual 1,000, because there are very many detections)"
    )


def test_every_pair_begins_with_its_conclusion() -> None:
    first, heading, *_ = comparison_blocks(make_comparison())
    assert first == Notes(("A a.json", "B b.json"))
    assert heading == Heading("B is better than A: AP +0.050 [+0.020, +0.080], p < .001.")


def test_a_text_that_stands_alone_says_by_whose_rules() -> None:
    blocks = comparison_blocks(make_comparison(), alone=True)
    assert isinstance(blocks[0], Heading)
    assert blocks[-1].lines[:2] == ("A is a.json.", "B is b.json.")
    assert blocks[-1].lines[-1] == "Protocol coco, boxes, mode strict."
