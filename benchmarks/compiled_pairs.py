"""Elementwise IoU by truebox and by the formula that people write, in one framework, as it compiles it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.call import Array, Call

Calls = dict[str, Call]


def jax_calls(a: Array, b: Array) -> Calls:
    """Both under ``jax.jit``."""
    import jax

    from truebox import elementwise_iou

    xp = jax.numpy

    def by_hand(a: Any, b: Any) -> Any:
        return _formula((xp.minimum, xp.maximum, lambda side: xp.maximum(side, 0), _safely), a, b)

    sides = xp.asarray(a), xp.asarray(b)
    return {
        tool: _call(jax.jit(formula), sides, lambda found: found.block_until_ready())
        for tool, formula in (("truebox", _of_two(elementwise_iou)), ("formula by hand", by_hand))
    }


def tensorflow_calls(a: Array, b: Array, *, xla: bool) -> Calls:
    """Both in a ``tf.function``, either as a graph or by XLA; the division knows zeros."""
    import tensorflow

    from truebox import elementwise_iou

    def by_hand(a: Any, b: Any) -> Any:
        divided = tensorflow.math.divide_no_nan
        return _formula((tensorflow.minimum, tensorflow.maximum, tensorflow.nn.relu, divided), a, b)

    sides = tensorflow.constant(a), tensorflow.constant(b)
    return {
        tool: _call(tensorflow.function(formula, jit_compile=xla), sides, lambda it: it.numpy())
        for tool, formula in (("truebox", _of_two(elementwise_iou)), ("formula by hand", by_hand))
    }


def torch_calls(a: Array, b: Array) -> Calls:
    """Both as they come."""
    import torch

    from truebox import elementwise_iou

    def by_hand(a: Any, b: Any) -> Any:
        return _formula((torch.minimum, torch.maximum, torch.relu, _safely), a, b)

    sides = torch.from_numpy(a), torch.from_numpy(b)
    return {
        tool: _call(formula, sides, lambda found: found)
        for tool, formula in (("truebox", elementwise_iou), ("formula by hand", by_hand))
    }


FRAMEWORKS: dict[str, tuple[str, Callable[[Array, Array], Calls]]] = {
    "JAX, jit": ("jax", jax_calls),
    "TensorFlow, tf.function": ("tensorflow", partial(tensorflow_calls, xla=False)),
    "TensorFlow, tf.function of XLA": ("tensorflow", partial(tensorflow_calls, xla=True)),
    "PyTorch": ("torch", torch_calls),
}


def is_there(package: str) -> bool:
    """Whether the framework is installed."""
    return find_spec(package) is not None


def _formula(names: tuple[Any, Any, Any, Any], a: Any, b: Any) -> Any:
    smaller, larger, clipped, divided = names
    width = clipped(smaller(a[:, 2], b[:, 2]) - larger(a[:, 0], b[:, 0]))
    height = clipped(smaller(a[:, 3], b[:, 3]) - larger(a[:, 1], b[:, 1]))
    areas = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1]) + (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    return divided(width * height, areas - width * height)


def _of_two(measure: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """As a function of two arrays, which is what the other formula is.

    Of a function with options ``tf.function`` looks at the default of each in every call: five of them take
    it longer than the whole graph of 100 pairs, whatever the function does.
    """

    def measured(a: Any, b: Any) -> Any:
        return measure(a, b)

    return measured


def _safely(part: Any, whole: Any) -> Any:
    return part / (whole + 1e-7)


def _call(formula: Callable[..., Any], sides: tuple[Any, Any], waited: Callable[[Any], Any]) -> Call:
    return Call(lambda: waited(formula(*sides)), read=np.asarray)
