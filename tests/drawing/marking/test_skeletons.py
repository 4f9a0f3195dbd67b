"""Limbs between keypoints."""

from __future__ import annotations

import pytest

from truebox.drawing.marking.skeletons import PERSON, as_skeleton
from truebox.errors import ArgumentError


def test_a_person_has_19_limbs_between_17_points():
    assert len(PERSON) == 19
    assert {end for limb in PERSON for end in limb} == set(range(17))


def test_auto_knows_persons_only():
    assert as_skeleton("auto", 17) == PERSON
    assert as_skeleton("auto", 14) == ()
    assert as_skeleton(None, 17) == ()


@pytest.mark.parametrize("limb", [(0, 2), (-1, 0), (0,), (0, 1, 1)])
def test_refused(limb):
    with pytest.raises(ArgumentError, match=r"skeleton\[1\] is .*expected two of the points 0 to 1"):
        as_skeleton([(0, 1), limb], 2)


def test_another_word_is_refused():
    with pytest.raises(ArgumentError, match="skeleton is 'person'; expected 'auto'"):
        as_skeleton("person", 17)
