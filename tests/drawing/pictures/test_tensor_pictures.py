"""Tensors as pictures."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing.pictures.picture import as_picture
from truebox.drawing.pictures.tensor_pictures import array_of_tensor
from truebox.errors import InputError

torch = pytest.importorskip("torch")
WHITE = (255, 255, 255)


def test_colours_first_as_pytorch_has_them():
    tensor = torch.zeros(3, 5, 6, dtype=torch.uint8)
    tensor[0, 1, 2] = 255
    for each in (tensor, tensor.permute(1, 2, 0), tensor[None]):
        picture = as_picture(each, WHITE)
        assert picture.size == (6, 5)
        assert picture.getpixel((2, 1)) == (255, 0, 0)


def test_what_could_be_either_is_read_as_pytorch_has_it():
    tensor = torch.zeros(3, 5, 3, dtype=torch.uint8)
    assert array_of_tensor(tensor).shape == (5, 3, 3)


def test_shares_become_bytes():
    tensor = torch.tensor([[[0.0, 0.5, 1.0]]], requires_grad=True)
    assert array_of_tensor(tensor).reshape(-1).tolist() == [0, 128, 255]  # 127.5 rounds to even
    assert as_picture(tensor, WHITE).size == (3, 1)


@pytest.mark.parametrize(
    ("tensor", "message"),
    [
        (torch.full((3, 4, 6), -0.5), "has numbers from -0.5 to -0.5"),
        (torch.full((3, 4, 6), 200.0), "has numbers from 200 to 200"),
        (torch.full((3, 4, 6), float("nan")), "has numbers from nan"),
        (torch.zeros(2, 3, 4, 6), "is a batch of 2 pictures"),
        (torch.zeros(3, 4, 6, dtype=torch.int64), "of int64 is no picture"),
    ],
)
def test_refused(tensor, message):
    with pytest.raises(InputError, match=message):
        as_picture(tensor, WHITE)


def test_blue_first():
    tensor = torch.zeros(3, 4, 6, dtype=torch.uint8)
    tensor[0] = 255
    assert as_picture(tensor, WHITE, order="bgr").getpixel((0, 0)) == (0, 0, 255)


def test_arrays_are_no_tensors():
    assert array_of_tensor(np.zeros((3, 4, 6))) is None
