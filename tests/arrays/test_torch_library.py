from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox import masks, matching, overlap, suppression
from truebox.arrays import library_of
from truebox.errors import ArgumentError


@pytest.fixture
def tested():
    return LIBRARIES["torch"]()


def test_verbs(tested):
    boxes = tested.array(np.arange(8.0).reshape(2, 4))
    library = library_of(boxes)
    assert library.dtype_name(boxes) == "float64"
    assert library.dtype_name(library.cast(boxes, "bfloat16")) == "bfloat16"
    assert library.shape(boxes) == (2, 4)
    assert [tested.numpy(column).tolist() for column in library.columns(boxes)] == [
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
    ]
    assert library.to_numpy(library.cast(boxes, "bfloat16")).tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert library_of(library.from_numpy(np.ones(2), boxes)) is library
    large = tested.array(np.array([2**62 + 1]))
    assert library.fetched(large).tolist() == [2**62 + 1]
    assert library.fetched(library.cast(boxes, "bfloat16")).dtype == np.float32


def test_ties_share_the_slope(tested):
    def smaller_and_larger(x):
        xp = library_of(x).xp
        return xp.minimum(x[:2], x[1:]) + 10 * xp.maximum(x[:2], x[1:])

    # Two equal neighbours, then 3 < 5: half of either slope to either side of the tie.
    assert tested.gradient(smaller_and_larger, np.array([3.0, 3.0, 5.0])).tolist() == [5.5, 6.5, 10.0]


def test_gradients_stop(tested):
    def half_stopped(x):
        return x * library_of(x).stop_gradient(x)

    assert tested.gradient(half_stopped, np.array([3.0, 5.0])).tolist() == [3, 5]


def test_views_are_given_only_of_plain_memory(tested):
    torch = tested.torch
    plain = torch.ones(2, 4)
    library = library_of(plain)
    assert library.numpy_view(plain).ctypes.data == plain.data_ptr()
    asking = plain.clone().requires_grad_()
    assert library.numpy_view(asking) is None
    with torch.no_grad():
        assert library.numpy_view(asking) is not None
    for other in (plain.half(), plain.int(), plain.to("meta"), plain.to_sparse()):
        assert library.numpy_view(other) is None
    views = []
    torch.vmap(lambda row: (views.append(library.numpy_view(row)), row)[1])(plain)
    assert views == [None]


@pytest.mark.parametrize("measure", ["pairwise_iou", "elementwise_iou", "pairwise_giou"])
def test_what_is_written_down_holds_for_other_boxes(tested, measure):
    fx = pytest.importorskip("torch.fx.experimental.proxy_tensor")
    call = getattr(overlap, measure)
    a = tested.torch.tensor([[0.0, 0, 4, 4], [1, 1, 3, 5]])
    b = tested.torch.tensor([[2.0, 0, 6, 4], [0, 0, 8, 8]])
    graph = fx.make_fx(lambda one, other: call(one, other) * 1)(a, b)
    assert graph(b, a * 2).numpy() == pytest.approx(call(b.numpy(), a.numpy() * 2), abs=1e-6)


FIXED = {
    "nms": lambda boxes, scores: suppression.nms(boxes, scores, iou_threshold=0.5),
    "soft_nms": lambda boxes, scores: suppression.soft_nms(boxes, scores)[0],
    "match_greedy": lambda boxes, scores: (
        matching.match_greedy(overlap.pairwise_iou(boxes, boxes), scores).rows
    ),
    "encode_masks": lambda boxes, scores: masks.encode_masks(boxes > 3),
}


@pytest.mark.parametrize("name", FIXED)
def test_an_answer_that_would_be_written_down_as_a_constant_is_refused(tested, name):
    fx = pytest.importorskip("torch.fx.experimental.proxy_tensor")
    boxes = tested.torch.tensor([[0.0, 0, 4, 4], [0, 0, 4, 5]])
    scores = tested.torch.tensor([0.5, 0.4])
    FIXED[name](boxes, scores)
    for written in (fx.make_fx(FIXED[name]), fx.make_fx(FIXED[name], pre_dispatch=True)):
        with pytest.raises(ArgumentError, match="is a Tensor whose numbers cannot be read"):
            written(boxes, scores)
    FIXED[name](boxes, scores)


def test_a_mode_that_only_counts_is_no_trace(tested):
    counting = pytest.importorskip("torch.utils.flop_counter")
    boxes = tested.torch.tensor([[0.0, 0, 4, 4], [0, 0, 4, 5]])
    with counting.FlopCounterMode(display=False):
        assert suppression.nms(boxes, tested.torch.tensor([0.5, 0.4]), iou_threshold=0.5).tolist() == [0]


def test_integers_become_the_default_dtype(tested):
    assert library_of(tested.torch.ones(1)).default_float == "float32"


def test_magnitudes_are_looked_up_in_plain_memory_only(tested):
    boxes = tested.torch.tensor([[0.0, 0.0, 9.0, 1.0]])
    library = library_of(boxes)
    assert library.known_below(boxes, 10.0)
    assert not library.known_below(boxes, 9.0)
    assert not library.known_below(boxes.to("meta"), 10.0)
    assert not library.ready_on_cuda(boxes)


# PyTorch's own tracer warns that it is old.
@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
def test_two_views_are_given_only_where_each_would_be(tested):
    torch = tested.torch
    plain, asking = torch.ones(2, 4), torch.ones(2, 4, requires_grad=True)
    library = library_of(plain)
    one, other = library.numpy_views(plain, plain.clone())
    assert one.ctypes.data == plain.data_ptr()
    assert library.wrap_numpy(other).dtype == torch.float32
    for wrong in (asking, plain.double(), plain.half(), plain.to("meta"), plain.to_sparse()):
        assert library.numpy_views(plain, wrong) is None
        assert library.numpy_views(wrong, plain) is None
    with torch.no_grad():
        assert library.numpy_views(plain, asking) is not None
    with torch.autograd.forward_ad.dual_level():
        assert library.numpy_views(plain, plain) is None
    views = []
    torch.vmap(lambda row: (views.append(library.numpy_views(row, row)), row)[1])(plain)
    torch.jit.trace(
        lambda rows: (views.append(library.numpy_views(rows, rows)), rows + 1)[1], plain, check_trace=False
    )
    assert views == [None, None]


def test_values_to_look_at(tested):
    boxes = tested.array(np.arange(8.0).reshape(2, 4))
    library = library_of(boxes)
    assert library.plain_view(boxes) is not None
    boxes.requires_grad_()
    assert library.plain_view(boxes) is None
    assert library.values_in_memory(boxes).tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert library.values_in_memory(library.cast(boxes, "float16")) is None


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("shape", [(3, 4), (12,), (2, 6)])
def test_known_below(tested, dtype, shape):
    library = library_of(tested.array(np.zeros(1)))
    for largest, below in ((8.0, True), (9.0, False), (np.inf, False), (np.nan, False)):
        numbers = np.zeros(shape)
        numbers.flat[5] = -largest
        array = library.cast(tested.array(numbers), dtype)
        assert library.known_below(array, 9.0) is below


@pytest.mark.parametrize("name", FIXED)
def test_numbers_are_not_read_of_a_tensor_without_memory(tested, name):
    boxes = tested.torch.tensor([[0.0, 0, 4, 4], [0, 0, 4, 5]])
    scores = tested.torch.tensor([0.5, 0.4])
    with pytest.raises(ArgumentError, match="is a Tensor whose numbers cannot be read"):
        tested.torch.func.functionalize(FIXED[name])(boxes, scores)
