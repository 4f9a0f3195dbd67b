from __future__ import annotations

import numpy as np
import pytest

from truebox.integrations.pycocotools import Params
from truebox.integrations.pycocotools.matching.headline import headline


def _tables(params):
    shape = (10, 101, 2, len(params.areaRng), len(params.maxDets))
    return {"precision": np.full(shape, 0.25), "recall": np.full((10, *shape[2:]), -1.0)}


def test_each_number_has_its_line(capsys):
    params = Params("bbox")
    found = headline(params, _tables(params))
    lines = capsys.readouterr().out.splitlines()
    assert found.tolist() == [0.25] * 6 + [-1.0] * 6
    assert lines[0] == (" Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=100 ] = 0.250")
    assert len(lines) == 12


def test_keypoints_have_ten_numbers(capsys):
    params = Params("keypoints")
    assert len(headline(params, _tables(params))) == 10
    assert "maxDets= 20" in capsys.readouterr().out


def test_one_line_is_printed_before_too_few_limits_are_noticed(capsys):
    params = Params("bbox")
    params.maxDets = [100]
    with pytest.raises(IndexError):
        headline(params, _tables(params))
    assert len(capsys.readouterr().out.splitlines()) == 1
