"""A metric of PyTorch-Ignite: the numbers of a detector, batch by batch.

Examples
--------
>>> import torch
>>> from truebox.integrations.ignite import DetectionMetric
>>> metric = DetectionMetric(categories={1: "cat"})
>>> box, label = torch.tensor([[0.0, 0, 50, 50]]), torch.tensor([1])
>>> metric.update(([{"bbox": box, "labels": label, "scores": torch.tensor([0.5])}],
...                [{"bbox": box, "labels": label}]))
>>> round(metric.compute()["AP50"], 6)
1.0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from truebox.errors import ArgumentError
from truebox.integrations.processes import real_base
from truebox.integrations.streams import Streams
from truebox.integrations.tensors import as_array, corner_and_size, hard_masks

__all__ = ["DetectionMetric"]

_Base: Any = real_base("ignite.metrics", "Metric")


def _as_it_is(output: Any) -> Any:
    return output


class DetectionMetric(_Base):  # type: ignore[misc]
    """Evaluates what an engine's step returns; ``metric.attach(engine, "coco")``.

    Parameters
    ----------
    categories : ids, names or mapping of id to name, optional
        Every class; None: whole numbers from 0, as they come.
    truth : path, parsed COCO data or ``COCO``, optional
        The truth beforehand: then ``y`` needs an ``image_id`` for each image and nothing else.
    iou_types : sequence of {"bbox", "segm", "keypoints"}
    prefix : str
        Before each name in ``engine.state.metrics``.
    output_transform : callable
        From what the step returns to ``(y_pred, y)``.
    device : torch.device or str
        Taken and not looked at: nothing is kept on it.
    skip_unrolling : bool
        As in Ignite.
    **how
        Further arguments of `truebox.Evaluator`.

    Examples
    --------
    >>> DetectionMetric(iou_types=["bbox", "segm"], prefix="val/").compute()
    {}
    """

    required_output_keys: Any = ("y_pred", "y")

    def __init__(
        self,
        categories: Any = None,
        *,
        truth: Any = None,
        iou_types: Sequence[str] = ("bbox",),
        prefix: str = "",
        output_transform: Callable[[Any], Any] = _as_it_is,
        device: Any = "cpu",
        skip_unrolling: bool = False,
        **how: Any,
    ) -> None:
        self._kinds, self._prefix, self._known = tuple(iou_types), prefix, truth is not None
        self._streams = Streams(self._kinds, truth=truth, categories=categories, **how)
        if _Base is not object:
            super().__init__(output_transform, device, skip_unrolling)

    def reset(self) -> None:
        """Forget every image."""
        self._streams.reset()

    def update(self, output: tuple[Sequence[Any], Sequence[Any]]) -> None:
        """Match a batch.

        Parameters
        ----------
        output : (y_pred, y)
            Lists with a mapping per image, as Ignite's own metric takes them: ``bbox`` (corners), ``labels``
            and ``scores``; of the truth ``bbox``, ``labels`` and, where there are such, ``iscrowd``, ``area``
            and ``image_id``. For other kinds ``masks`` and ``keypoints``.
        """
        predictions, truth = output
        if len(predictions) != len(truth):
            raise ArgumentError(f"output: {len(predictions)} predictions for {len(truth)} images.")
        found = [{kind: _entry(each, kind) for kind in self._kinds} for each in predictions]
        named = [each["image_id"] for each in truth if "image_id" in each]
        if self._known:
            if len(named) < len(truth):
                raise ArgumentError("output: with a truth known beforehand each y needs an 'image_id'.")
            self._streams.update(dict(zip(map(_number, named), found, strict=True)))
            return
        true = [{kind: _entry(each, kind) for kind in self._kinds} for each in truth]
        if len(named) < len(truth) or not truth:
            self._streams.update_list(found, true)
            return
        ids = [_number(each) for each in named]
        self._streams.update(dict(zip(ids, found, strict=True)), dict(zip(ids, true, strict=True)))

    def compute(self) -> dict[str, float]:
        """The numbers by name, of all processes; of several kinds as ``bbox/AP`` and ``segm/AP``."""
        streams = self._streams.gathered()
        if not len(streams):
            return {}
        several = len(self._kinds) > 1
        return {
            name: value
            for kind, result in streams.results().items()
            for name, value in result.to_log(f"{self._prefix}{kind}/" if several else self._prefix).items()
        }

    def result(self, iou_type: str | None = None) -> Any:
        """The whole result of this process, with classes, curves and warnings."""
        return self._streams.results()[iou_type or self._kinds[0]]


def _number(image: Any) -> Any:
    return as_array(image).reshape(-1)[0].item() if hasattr(image, "reshape") else image


def _entry(item: Mapping[str, Any], kind: str) -> dict[str, Any]:
    entry = {name: as_array(item[name]) for name in ("labels", "scores", "iscrowd", "area") if name in item}
    if kind == "bbox":
        return {"boxes": corner_and_size(item["bbox"] if "bbox" in item else item["boxes"]), **entry}
    if kind == "segm":
        return {"masks": hard_masks(item["masks"]), **entry}
    return {"keypoints": as_array(item["keypoints"]), **entry}
