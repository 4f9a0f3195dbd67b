"""Which protocol of one object over time the files of a truth tell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from truebox.evaluation.registry import SINGLE_OBJECT_PROTOCOLS, protocol_named

if TYPE_CHECKING:
    from truebox.evaluation.single_objects.protocol import SingleObjectProtocol

__all__ = ["followed_protocol"]


def followed_protocol(truth: str | Path) -> str | None:
    """The name of the protocol that the files in a folder tell; None where they tell none.

    Parameters
    ----------
    truth : path
        A folder of sequences of OTB (``SEQ/groundtruth_rect.txt``), LaSOT (``SEQ/groundtruth.txt`` beside
        ``full_occlusion.txt``) or GOT-10k (beside ``cover.label``); anything else has none.

    Returns
    -------
    str or None

    Examples
    --------
    >>> followed_protocol("truth.json") is None
    True
    """
    path = Path(truth)
    if not path.is_dir():
        return None
    from truebox.evaluation.single_objects.folders import follows, true_files  # noqa: PLC0415  late: with NumPy, and only for folders

    files = true_files(path)
    values = (cast("SingleObjectProtocol", protocol_named(name)) for name in SINGLE_OBJECT_PROTOCOLS)
    return next((each.name for each in values if follows(each, files)), None) if files else None
