"""Names of classes beside label files."""

from __future__ import annotations

import pytest
from label_samples import folder_of

from truebox.datasets.formats.yolo.class_names import class_names_near, description_in, names_of_list
from truebox.errors import InputError


def test_names_are_found_here_and_up_to_two_folders_above(tmp_path):
    root = folder_of(tmp_path / "data", {"data.yaml": "names: [a, b]", "labels/val/deep/x.txt": ""})
    assert class_names_near(root / "labels" / "val") == (("a", "b"), "data.yaml")
    assert class_names_near(root / "labels" / "val" / "deep") == ((), "")
    folder_of(root, {"labels/val/classes.txt": "c\nsea lion \r\n\n"})
    assert class_names_near(root / "labels" / "val") == (("c", "sea lion"), "classes.txt")


def test_data_yaml_goes_before_other_descriptions(tmp_path):
    root = folder_of(tmp_path, {"a.yaml": "names: [x]", "data.yaml": "names: [y]", "b.yaml": "other: 1"})
    assert description_in(root) == root / "data.yaml"
    (root / "data.yaml").unlink()
    assert description_in(root) == root / "a.yaml"
    (root / "a.yaml").unlink()
    assert description_in(root) is None


def test_an_empty_line_would_shift_all_names_and_is_refused(tmp_path):
    root = folder_of(tmp_path, {"classes.txt": "a\n\nb\n"})
    with pytest.raises(InputError, match=r"E-403 .*classes.txt line 2: an empty line"):
        names_of_list(root / "classes.txt")
