"""How panoptic results are shown: things and stuff above the classes."""

from __future__ import annotations

from made_panoptic import made_class, made_panoptic

from truebox.evaluation.panoptic.layout import panoptic_layout


def test_the_groups_count_their_classes() -> None:
    result = made_panoptic([made_class(1, "cat", 0.25), made_class(2, "sky", 0.75, thing=False)])
    totals = panoptic_layout(result).totals
    assert [(total.name, total.counts["true_positives"]) for total in totals] == [
        ("all", 6),
        ("things", 3),
        ("stuff", 3),
    ]
    assert [total.metrics["PQ"] for total in totals] == [0.5, 0.25, 0.75]


def test_what_was_read_in_words() -> None:
    assert panoptic_layout(made_panoptic([])).held == (("1 image", "0 segments"), ("1 image", "0 segments"))
