"""Which column holds what."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.table.column_roles import roles_of_columns
from truebox.errors import ArgumentError


def test_width_and_height_belong_to_the_box_or_to_the_image():
    roles = roles_of_columns(
        ["image", "label", "x", "y", "width", "height", "image_width", "image_height"], None, ""
    )
    assert (roles.layout, roles.four) == ("xywh", ("x", "y", "width", "height"))
    assert roles.columns["image_width"] == "image_width"
    assert "box" not in roles.columns


def test_what_is_given_is_not_used_twice():
    roles = roles_of_columns(
        ["a", "image", "label", "bbox"], {"label": "image", "image": "a", "box": "bbox"}, ""
    )
    assert dict(roles.columns) == {"image": "a", "label": "image", "box": "bbox"}
    assert roles.has_box


def test_no_box_at_all():
    assert not roles_of_columns(["image", "label", "x", "y"], None, "").has_box


def test_unknown_roles_are_refused():
    with pytest.raises(ArgumentError, match="use some of image, label"):
        roles_of_columns(["a"], {"picture": "a"}, "")
