"""Truebox where other packages stand: losses as objects of `torch` and `keras`, metrics of frameworks,
`pycocotools` replaced.

JAX needs none: `truebox.losses` and `truebox.overlap` are plain functions under ``jit``, ``grad`` and
``vmap``, and with ``reduction="none"`` they answer like optax's losses. Each module imports its framework,
and only when asked for.

Examples
--------
>>> from truebox import integrations
>>> "torchmetrics" in dir(integrations)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

# Empty, because a star-import must not need every framework.
__all__: list[str] = []

_MODULES = (
    "detectron2",
    "faster_coco_eval",
    "ignite",
    "keras",
    "lvis",
    "mlflow",
    "mmengine",
    "pycocotools",
    "torch",
    "torchmetrics",
    "torchvision",
    "transformers",
    "ultralytics",
    "wandb",
)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'truebox.integrations' has no attribute {name!r}")
    return import_module(f"truebox.integrations.{name}")


def __dir__() -> list[str]:
    return list(_MODULES)
