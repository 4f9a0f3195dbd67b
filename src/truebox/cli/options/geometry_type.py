"""The option ``--geometry`` as the parser takes it."""

from __future__ import annotations

from typing import ClassVar

import click

__all__ = ["Geometries", "OneGeometry"]


class OneGeometry(click.Choice[str]):
    """One geometry; the words that other tools have for one are answered with the word meant here."""

    elsewhere: ClassVar[dict[str, str]] = {
        "bbox": "boxes",
        "box": "boxes",
        "detect": "boxes",
        "segm": "masks",
        "segment": "masks",
        "segmentation": "masks",
        "keypoint": "keypoints",
        "pose": "keypoints",
        "obb": "rotated",
    }


class Geometries(OneGeometry):
    """One geometry, or several with commas between them, each evaluated as by itself."""

    name = "geometries"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The names as given, each of them known and none twice."""
        named = [
            str(super(Geometries, self).convert(each.strip(), param, ctx)) for each in str(value).split(",")
        ]
        return ",".join(dict.fromkeys(named))
