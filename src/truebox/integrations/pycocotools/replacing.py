"""These names where ``import pycocotools`` looks."""

from __future__ import annotations

from truebox.integrations.replacing import Replaced, replaced

__all__ = ["replace_pycocotools"]


def replace_pycocotools() -> Replaced:
    """Let every later ``import pycocotools`` find the names of Truebox.

    Call it before anything else is imported: who already holds names of pycocotools keeps those. The package
    itself need not be installed.

    Returns
    -------
    Replaced
        ``restore()``, or the end of a ``with``, lets imports find pycocotools again.

    Examples
    --------
    >>> with replace_pycocotools():
    ...     from pycocotools.cocoeval import COCOeval
    >>> COCOeval.__module__
    'truebox.integrations.pycocotools.cocoeval'
    """
    return replaced("pycocotools", "truebox.integrations.pycocotools", ("coco", "cocoeval", "mask", "_mask"))
