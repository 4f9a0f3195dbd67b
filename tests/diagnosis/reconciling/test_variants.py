"""What is tried."""

from __future__ import annotations

from truebox.diagnosis.reconciling.variants import FIELDS, differing, said_value, singles, variants
from truebox.evaluation import Rules


def test_every_rule_is_looked_at_in_the_stated_order() -> None:
    assert list(FIELDS) == [name for name in Rules.__dataclass_fields__ if name != "most"]


def test_a_single_change_differs_in_one_rule_and_none_is_tried_twice() -> None:
    found = list(singles(Rules()))
    assert all(differing(Rules(), rules) == [field] for field, rules in found)
    assert len({rules for _, rules in found}) == len(found)


def test_two_changes_differ_in_two_rules() -> None:
    assert all(len(differing(Rules(), rules)) == 2 for rules in variants(Rules(), 2))


def test_what_cannot_be_mixed_is_not_tried() -> None:
    assert not [r for r in variants(Rules(), 2) if (r.overlap, r.coordinates) == ("single", "one wider")]


def test_a_limit_is_said_with_its_number_unless_there_is_none() -> None:
    assert said_value("limit", Rules(limit="image", most=300)) == "300 of an image"
    assert differing(Rules(limit="none", most=1), Rules(limit="none", most=100)) == []
