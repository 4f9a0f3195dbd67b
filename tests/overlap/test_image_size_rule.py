from __future__ import annotations

import pytest

from truebox.boxes.box_format import BoxFormat
from truebox.errors import ArgumentError
from truebox.overlap.image_size_rule import check_image_size


def test_a_size_goes_with_fractions():
    check_image_size(None, BoxFormat.XYXY)
    check_image_size((640, 480), BoxFormat.REL_XYWH)
    with pytest.raises(ArgumentError, match="in pixels already"):
        check_image_size((640, 480), BoxFormat.XYXY)
    with pytest.raises(ArgumentError, match="both positive"):
        check_image_size((640, 0), BoxFormat.REL_XYXY)
