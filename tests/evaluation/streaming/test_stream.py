"""Images that were announced."""

from __future__ import annotations

import pytest
from streamed_worlds import assert_same, made_images, result_of, streamed, whole

from truebox.errors import InputError


def test_announced_images_must_all_come_and_no_others() -> None:
    truth, found = made_images(4)
    parts = streamed(truth, found, list(range(4)), [[0, 1], [3]], images=range(4))
    with pytest.raises(InputError, match=r"E-571.*1 of 4 announced images is missing \(id 2\)"):
        parts.result()
    with pytest.raises(InputError, match=r"E-572.*id 9 is none of the 4"):
        parts.update([truth[2]], [found[2]], images=[9])
    parts.update([truth[2]], [found[2]], images=[2])
    assert_same(result_of(parts), whole(truth, found, list(range(4))))
