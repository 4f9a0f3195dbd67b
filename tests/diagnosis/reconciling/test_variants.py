"""What is tried."""

from __future__ import annotations

from dataclasses import replace

from truebox.diagnosis.reconciling.variants import FIELDS, differing, pairs, said_value, singles, with_value
from truebox.evaluation import Rules, rules_of_tools

NUMBERS = {"most", "letterbox_size", "letterbox_shape"}


def test_every_rule_is_looked_at_in_the_stated_order() -> None:
    assert list(FIELDS) == [name for name in Rules.__dataclass_fields__ if name not in NUMBERS]


def test_every_rule_is_a_step_of_some_tool() -> None:
    """None is looked for that no tool's rules could be changed by."""
    tried = {
        field
        for geometry in ("boxes", "masks", "keypoints")
        for _, rules in rules_of_tools(geometry).values()
        for field, _ in singles(rules, geometry)
    }
    assert tried == set(FIELDS)


def test_what_is_tried_means_something_for_what_is_compared() -> None:
    of = {
        geometry: {f for f, _ in singles(Rules(), geometry)} for geometry in ("boxes", "masks", "keypoints")
    }
    assert {"coordinates", "letterbox", "small_truths"}.isdisjoint(of["masks"])
    assert {"polygons", "mask_pixels", "shapes"} <= of["masks"]
    assert {"letterbox", "sigmas", "points", "shapes"} <= of["keypoints"]
    assert {"polygons", "sigmas", "shapes"}.isdisjoint(of["boxes"])


def test_a_single_change_differs_in_one_rule_and_none_is_tried_twice() -> None:
    found = list(singles(Rules()))
    assert all(differing(Rules(), rules) == [field] for field, rules in found)
    assert len({rules for _, rules in found}) == len(found)


def test_two_changes_differ_in_two_rules_and_either_moved_something_or_is_impossible_alone() -> None:
    base = Rules()
    moving = {replace(base, exceeds=True), replace(base, crowd="plain")}
    found = [both for _, _, both in pairs(base, moving)]
    assert all(len(differing(base, rules)) == 2 for rules in found)
    assert replace(base, exceeds=True, crowd="plain") in found
    assert replace(base, exceeds=True, curve="all points") not in found
    assert not [rules for rules in found if rules.crowd == "removed"]
    # Groups need the best truth alone, so they are no single change of this base.
    assert replace(base, crowd="groups", matching="best only") not in found
    more = pairs(base, {*moving, replace(base, matching="best only")})
    assert replace(base, crowd="groups", matching="best only") in [both for _, _, both in more]


def test_what_cannot_be_mixed_is_not_tried() -> None:
    every = {rules for _, rules in singles(Rules())}
    assert not [r for _, _, r in pairs(Rules(), every) if r.refusal() is not None]
    assert not [r for _, r in singles(Rules()) if r.refusal() is not None]


def test_a_limit_and_a_letterbox_are_said_with_their_number_unless_they_have_none() -> None:
    assert said_value("limit", Rules(limit="image", most=300)) == "300 of an image"
    assert differing(Rules(limit="none", most=1), Rules(limit="none", most=100)) == []
    left_in = with_value(Rules(), "letterbox", ("left in", 416, "square"))
    assert said_value("letterbox", left_in) == "left in of 416"
    assert said_value("letterbox", Rules(letterbox="stretched")) == "stretched"
    assert differing(Rules(letterbox_size=416, letterbox_shape="whole square"), Rules()) == []
    rectangle = Rules(letterbox="left in", letterbox_shape="multiples of 32")
    assert said_value("letterbox", rectangle) == "left in of 640, multiples of 32"
    assert differing(rectangle, Rules(letterbox="left in")) == ["letterbox"]
    paddings = Rules(letterbox="padding left in"), Rules(letterbox="padding left in", letterbox_size=416)
    assert differing(*paddings) == []  # that of a square is a share of the image
    assert said_value("letterbox", paddings[1]) == "padding left in"
