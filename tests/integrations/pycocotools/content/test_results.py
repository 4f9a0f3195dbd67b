from __future__ import annotations

import pytest

from truebox.errors import InputError
from truebox.integrations.pycocotools.content import fetch_images


def _fetched(tmp_path, name):
    source = tmp_path / "there.png"
    source.write_bytes(b"picture")
    fetch_images([{"file_name": name, "coco_url": source.as_uri()}], tmp_path / "here")


def test_an_image_is_fetched_once(tmp_path, capsys):
    _fetched(tmp_path, "7.png")
    (tmp_path / "here" / "7.png").write_bytes(b"mine")
    _fetched(tmp_path, "7.png")
    assert (tmp_path / "here" / "7.png").read_bytes() == b"mine"
    assert capsys.readouterr().out.count("downloaded 0/1 images") == 2


@pytest.mark.parametrize("name", ["../7.png", "/tmp/7.png", "a/../../7.png"])
def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path, name):
    with pytest.raises(InputError, match="E-174"):
        _fetched(tmp_path, name)
