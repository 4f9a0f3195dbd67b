"""Looks at how both sides were joined: by other images or numbers of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.detection.looks.joined.classes_in_images import of_other_classes
    from truebox.evaluation.detection.looks.joined.located import causes
    from truebox.evaluation.detection.looks.joined.other_images import of_other_images

__all__ = ["causes", "of_other_classes", "of_other_images"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "classes_in_images": "of_other_classes",
        "located": "causes",
        "other_images": "of_other_images",
    },
)
