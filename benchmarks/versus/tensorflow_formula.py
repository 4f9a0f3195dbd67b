"""The tutorials' formula, written with TensorFlow: eager, and as a graph."""

from __future__ import annotations

import tensorflow as tf

from benchmarks.call import Array, Call

TOOL = "TensorFlow (tutorials' formula, tf.function)"


@tf.function(reduce_retracing=True)
def _iou(a: tf.Tensor, b: tf.Tensor) -> tf.Tensor:
    low, high = tf.maximum(a[..., :2], b[..., :2]), tf.minimum(a[..., 2:], b[..., 2:])
    size = tf.maximum(high - low, 0)
    shared = size[..., 0] * size[..., 1]
    areas = [(boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1]) for boxes in (a, b)]
    return shared / (areas[0] + areas[1] - shared)


def elementwise(a: Array, b: Array) -> Call:
    left, right = tf.constant(a), tf.constant(b)
    return Call(lambda: _iou(left, right), read=lambda found: found.numpy())
