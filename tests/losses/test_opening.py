"""Every loss learns from everywhere that its paper lets it, and from boxes that are none."""

from __future__ import annotations

import math

import numpy as np
import pytest
from measure_cases import LIBRARIES, LOSSES, PAIRS, columns_of, elementwise, extra, loss, random_pairs

from truebox import formulas, losses, overlap
from truebox.arrays import library_of
from truebox.boxes import BoxFormat
from truebox.losses import loss as every_loss
from truebox.losses.opening import is_surely_open
from truebox.overlap.pairs.box_pairs import PairOptions

TARGET = (0.4, 0.4, 0.6, 0.6)
STARTS = {
    "inside": (0.48, 0.46, 0.52, 0.51),
    "around": (0.2, 0.3, 0.9, 0.8),
    "empty": (0.5, 0.5, 0.5, 0.5),
    "flat": (0.42, 0.45, 0.58, 0.45),
    "inverted": (0.65, 0.62, 0.45, 0.41),
    "huge": (0.0, 0.0, 1.0, 1.0),
    "apart": (0.0, 0.0, 0.1, 0.1),
    "inverted, apart": (0.3, 0.95, 0.1, 0.7),
}
SEEN_APART = sorted(
    set(LOSSES) - {"alpha_iou_loss", "focaler_iou_loss", "inner_iou_loss", "iou_loss", "log_iou_loss"}
)
# With their usual base these are functions of IoU alone, which is flat for boxes apart; so the papers have
# them. The power of alpha is flat for boxes that hardly overlap, too: it starts with a base that is not.
OF_IOU = {"focaler_iou_loss": {}, "inner_iou_loss": {"ratio": 1.25}, "iou_loss": {}}
# No case of `log_iou_loss`: its slope, 1 / IoU, throws boxes that hardly overlap far off at the rate below.
BASED = {
    "focaler_iou_loss": {"base": "giou"},
    "inner_iou_loss": {"base": "giou"},
    "alpha_iou_loss": {"base": "diou", "alpha": 1.0},
}
SIDES = {"mpdiou_loss": {"image_size": (1, 1)}, "nwd_loss": {"constant": 0.2}}
CASES = [
    *((name, SIDES.get(name, {}), tuple(STARTS)) for name in SEEN_APART),
    *((name, options, tuple(STARTS)) for name, options in BASED.items()),
    *((name, options, tuple(STARTS)[:6]) for name, options in OF_IOU.items()),
]

FEW_BITS = 4
STEPS, RATE, EPOCHS = 500, 0.04, 120


def slope_of(library, total):
    """The gradient of `total` of boxes, compiled where eager steps would take minutes."""
    if library == "torch":
        torch = pytest.importorskip("torch")

        def slope(boxes):
            tensor = torch.tensor(boxes, requires_grad=True)
            return torch.autograd.grad(total(tensor, torch.tensor), tensor)[0].numpy()

        return slope
    if library == "jax":
        jax = pytest.importorskip("jax")
        jax.config.update("jax_enable_x64", True)
        compiled = jax.jit(jax.grad(lambda boxes: total(boxes, jax.numpy.asarray)))
        return lambda boxes: np.asarray(compiled(boxes))
    tf = pytest.importorskip("tensorflow")

    @tf.function
    def slope(boxes):
        with tf.GradientTape() as tape:
            tape.watch(boxes)
            value = total(boxes, tf.constant)
        return tape.gradient(value, boxes)

    return lambda boxes: slope(tf.constant(boxes)).numpy()


@pytest.mark.parametrize(("name", "options", "starts"), CASES)
@pytest.mark.parametrize("library", LIBRARIES)
def test_plain_gradient_descent_arrives(library, name, options, starts):
    target = np.array([TARGET] * len(starts))
    slope = slope_of(
        library,
        lambda boxes, array: getattr(losses, name)(boxes, array(target), reduction="sum", **options),
    )
    boxes = np.array([STARTS[start] for start in starts])
    for step in range(STEPS):  # a step that shrinks to nothing
        boxes = boxes - RATE * (1 - step / STEPS) * slope(boxes)
    reached = dict(zip(starts, overlap.elementwise_iou(boxes, target), strict=True))
    assert all(iou > 0.8 for iou in reached.values()), reached


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["iou", "giou", "diou", "ciou", "eiou", "siou", "mpdiou"])
def test_valid_boxes_keep_the_published_value_and_gradient(library, dtype, name):
    array_library = LIBRARIES[library]()
    some, other = columns_of(PAIRS, dtype)
    a, b = (np.concatenate(both) for both in zip((some, other), random_pairs(60, 7, dtype), strict=True))

    def published(boxes):
        target = array_library.array(b)
        if name == "siou":  # the measure takes steps of its own where no gradient is asked for
            return 1 - formulas.siou(library_of(target).xp, boxes, target)
        return 1 - elementwise(name, boxes, target)

    def ours(boxes):
        return loss(f"{name}_loss", boxes, array_library.array(b))

    given = array_library.array(a)
    pairs = [
        (array_library.numpy(ours(given)), array_library.numpy(published(given))),
        (array_library.gradient(ours, a), array_library.gradient(published, a)),
    ]
    for mine, theirs in pairs:
        if library == "tensorflow" and name in ("ciou", "siou"):  # its inverse angles differ in the last bits
            few = FEW_BITS * np.finfo(dtype).eps
            np.testing.assert_allclose(mine, theirs, rtol=few, atol=few * np.abs(theirs).max())
        else:
            assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("name", LOSSES)
def test_what_is_closed_costs_the_more_the_further_it_is_turned(name):
    target = np.array([[0.0, 0.0, 8.0, 8.0]] * 3)
    # The middle stays; by hand: 0, 4 of 8 and 16 of 16 on one axis, so the pull is 0, 0.5 and 1.
    boxes = np.array([[4.0, 2.0, 4.0, 6.0], [6.0, 2.0, 2.0, 6.0], [12.0, 2.0, -4.0, 6.0]])
    base = {} if name not in BASED else {"base": "iou"}
    values = loss(name, boxes, target, **base)
    assert values - values[0] == pytest.approx([0, 0.5, 1])


@pytest.mark.parametrize("name", LOSSES)
def test_nan_stays_nan(name):
    box = np.array([[math.nan, 0.0, 4.0, 4.0], [0.0, 0.0, 4.0, math.nan]])
    assert np.isnan(loss(name, box, np.array([[0.0, 0.0, 4.0, 4.0]] * 2), **extra(""))).all()


def small_pictures(count, seed):
    """[count, 64] of a white rectangle on black, 8 pixels wide and high, and its x, y, width, height in 8."""
    chance = np.random.default_rng(seed)
    size = chance.integers(1, 5, (count, 2))
    corner = chance.integers(0, 9 - size)
    pictures = np.zeros((count, 8, 8), np.float32)
    for picture, (x, y), (width, height) in zip(pictures, corner, size, strict=True):
        picture[y : y + height, x : x + width] = 1
    return pictures.reshape(count, 64), np.concatenate([corner, size], axis=1).astype(np.float32) / 8


@pytest.mark.parametrize("name", ["giou_loss", "diou_loss", "ciou_loss"])
def test_a_linear_head_learns_on_twenty_seeds(name):
    """Twenty networks side by side, each with its own weights: two layers, the second without a limit."""
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    pictures, boxes = (torch.from_numpy(values) for values in small_pictures(600, 1))
    generator = torch.Generator().manual_seed(0)
    shapes = [((20, 64, 64), 64), ((20, 1, 64), 64), ((20, 64, 4), 64), ((20, 1, 4), 64)]
    weights = [
        ((2 * torch.rand(shape, generator=generator) - 1) / fan**0.5).requires_grad_()
        for shape, fan in shapes
    ]
    optimizer = torch.optim.Adam(weights, lr=3e-3)
    target = boxes.expand(20, -1, -1)

    def predicted():
        first, shift, second, bias = weights
        return torch.relu(pictures @ first + shift) @ second + bias

    options = {"box_format": "xywh", "reduction": "sum"}
    for _ in range(EPOCHS):
        optimizer.zero_grad()
        (getattr(losses, name)(predicted(), target, **options) / len(boxes)).backward()
        optimizer.step()
    answers = predicted().detach()
    ious = torch.stack(
        [overlap.elementwise_iou(answer, boxes, box_format="xywh").mean() for answer in answers]
    )
    assert (ious > 0.6).all(), ious


@pytest.mark.parametrize("name", ["iou_loss", "giou_loss", "ciou_loss", "siou_loss"])
def test_what_is_open_needs_no_opening(name, monkeypatch):
    tested = LIBRARIES["torch"]()
    chance = np.random.default_rng(2)
    low = chance.uniform(0, 50, (40, 2))
    target = np.concatenate((low, low + chance.uniform(1, 30, (40, 2))), axis=1).astype(np.float32)
    found = []
    for looks in (True, False):
        if not looks:
            monkeypatch.setattr(every_loss, "is_surely_open", lambda *_: False)
        prediction = tested.array(target + np.float32([1, -2, 3, 4])).requires_grad_()
        value = getattr(losses, name)(prediction, tested.array(target), reduction="mean")
        value.backward()
        found.append((tested.numpy(value.detach()), tested.numpy(prediction.grad)))
    assert np.array_equal(found[0][0], found[1][0])
    assert np.array_equal(found[0][1], found[1][1])


def test_closed_boxes_are_not_open():
    how = PairOptions(
        layout=BoxFormat.XYXY, pixels="continuous", image_size=None, pairwise=False, in_pixels=True
    )
    library = library_of(np.zeros(1))
    for box in ([0, 0, 0, 5], [0, 0, 5, -1], [0, 0, np.nan, 5], [0, 0, 1e31, 5]):
        assert not is_surely_open(library, np.array([[0.0, 0, 1, 1], box]), how)
