from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.masks.thread_count import thread_count


def test_none_lets_the_kernel_choose() -> None:
    assert thread_count(None) == 0
    assert thread_count(3) == 3


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2"])
def test_other_values(threads: object) -> None:
    with pytest.raises(ArgumentError, match="threads: expected None or a positive integer"):
        thread_count(threads)  # type: ignore[arg-type]
