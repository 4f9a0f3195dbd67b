from __future__ import annotations

import pytest
from drop_in_pair import assert_same


@pytest.mark.parametrize("kind", ["bbox", "segm", "keypoints"])
def test_the_usual_values_are_those_of_the_reference(kind):
    assert_same(lambda tools: vars(tools.Params(iouType=kind)))


def test_another_kind_is_refused():
    assert_same(lambda tools: tools.Params("boxes"))


def test_no_two_share_their_lists():
    from truebox.integrations.pycocotools import Params

    one, other = Params("bbox"), Params("bbox")
    one.maxDets.append(5)
    one.areaRng[1][1] = 7
    assert other.maxDets == [1, 10, 100]
    assert other.areaRng[1] == [0, 1024]
