"""The lists of ``ImageSets/Main`` as splits."""

from __future__ import annotations

import pytest
from label_samples import folder_of, voc_annotation, voc_object

import truebox as tb
from truebox.datasets import read_pair
from truebox.errors import InputError


def voc(root, **lists):
    names = sorted({name for listed in lists.values() for name in listed} | {"x"})
    files = {f"Annotations/{name}.xml": voc_annotation(voc_object(), name=f"{name}.jpg") for name in names}
    files |= {
        f"ImageSets/Main/{name}.txt": "".join(f"{each}\n" for each in each_of)
        for name, each_of in lists.items()
    }
    return folder_of(root, files | {"ImageSets/Main/cat_train.txt": "a -1\nb 1\n"})


def voc_found(root, names):
    folder_of(root, {"comp4_det_test_cat.txt": "".join(f"{name} 0.9 11 21 30 60\n" for name in names)})
    return root / "comp4_det_test_cat.txt"


@pytest.mark.parametrize(("named", "read"), [("a", "ab"), ("bc", "abcd"), ("d", "cd"), ("ef", "ef")])
@pytest.mark.parametrize("start", ["", "Annotations"])
def test_the_smallest_image_set_of_voc_that_holds_all(tmp_path, named, read, start):
    root = voc(tmp_path / "VOC2007", train="ab", val="cd", trainval="abcd", test="ef")
    pair = read_pair(root / start, voc_found(tmp_path, named))
    assert pair.truth.images.ids.tolist() == list(read)
    assert "smallest that holds" in pair.truth.findings[0].message


def test_image_sets_are_asked_for_by_name(tmp_path):
    root = voc(tmp_path / "VOC2007", train="ab", test="ef")
    assert tb.read_truth(root, split="test").images.ids.tolist() == ["e", "f"]
    assert len(tb.read_truth(root, split="all").images) == 5
    with pytest.raises(InputError, match=r'E-415 .*"test", "train"'):
        tb.read_truth(root)


def test_years_of_a_devkit(tmp_path):
    voc(tmp_path / "kit" / "VOC2007", test="ab")
    voc(tmp_path / "kit" / "VOC2012", test="bc")
    truth = tb.read_truth(tmp_path / "kit", split="VOC2012/test")
    assert truth.images.ids.tolist() == ["b", "c"]


def test_one_list_that_leaves_annotations_out(tmp_path):
    root = voc(tmp_path / "VOC2007", train="ab")
    assert read_pair(root, voc_found(tmp_path, "a")).truth.images.ids.tolist() == ["a", "b"]
    assert read_pair(root, voc_found(tmp_path, "ax")).truth.images.ids.tolist() == ["a", "b", "x"]
    with pytest.raises(InputError, match=r'E-415 .*"train", "all"'):
        tb.read_truth(root)
