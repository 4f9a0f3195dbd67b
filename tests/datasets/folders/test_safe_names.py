"""Names of images as names of files."""

from __future__ import annotations

import pytest

from truebox.datasets import read_truth
from truebox.datasets.folders.safe_names import safe_names
from truebox.errors import InputError


def truth_named(*names):
    return read_truth([{"boxes": [[0, 0, 1, 1]], "labels": ["cat"], "file_name": name} for name in names])


def test_suffixes_go_and_folders_stay():
    assert safe_names(truth_named("val/a.jpg", "b.v2.png", "")) == ["val/a", "b.v2", "2"]


@pytest.mark.parametrize(
    "name",
    ["../a.jpg", "/etc/a.jpg", "a/../b.jpg", "a\\b.jpg", "C:a.jpg", "a\0.jpg", "x/.hidden", "a .jpg", "a//b"],
)
def test_a_name_that_leads_out_or_is_no_name_is_refused(name):
    with pytest.raises(InputError, match="E-414") as caught:
        safe_names(truth_named("ok.jpg", name))
    assert caught.value.row == 1


def test_two_images_of_one_name_are_refused_in_any_case():
    with pytest.raises(InputError, match=r"E-414 .*images\[1\].*same file as images\[0\]"):
        safe_names(truth_named("a.jpg", "A.png"))
