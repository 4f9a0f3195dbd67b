"""Outputs of detectors as arrays."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.integrations.tensors import as_array, corner_and_size, hard_masks, listed_classes

torch = pytest.importorskip("torch")


def test_sizes_are_subtracted_in_the_precision_of_the_tensor():
    corners = torch.tensor([[0.1, 0.2, 10.3, 20.4]])
    assert corner_and_size(corners).dtype == np.float32
    assert corner_and_size(corners)[0, 2] == np.float32(10.3) - np.float32(0.1)
    assert corner_and_size(corners.bfloat16()).dtype == np.float32
    assert corner_and_size([]).shape == (0, 4)


def test_gradients_and_bfloat16_do_not_matter():
    assert as_array(torch.tensor([1.5], requires_grad=True)).tolist() == [1.5]
    assert as_array(torch.tensor([1.5], dtype=torch.bfloat16)).dtype == np.float32


def test_more_than_a_half_of_a_soft_mask_counts():
    soft = torch.tensor([[[[0.5, 0.51], [0.0, 1.0]]]])
    assert hard_masks(soft).tolist() == [[[False, True], [False, True]]]
    assert hard_masks(soft[:, 0].bool()).dtype == bool
    assert hard_masks(np.array([[[0, 1]]], dtype=np.uint8)).tolist() == [[[False, True]]]


@pytest.mark.parametrize("wrong", [-1, 2])
def test_a_class_that_there_is_not_is_refused(wrong):
    assert listed_classes(torch.tensor([1, 0]), [18, 44]).tolist() == [44, 18]
    with pytest.raises(InputError, match=f"E-131.*class {wrong}"):
        listed_classes([0, wrong], [18, 44])
