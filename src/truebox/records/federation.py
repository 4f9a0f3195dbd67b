"""What a federated truth says about labels that are not there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["Federation"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Federation:
    """Which classes were looked for in which image (LVIS, Open Images).

    Parameters
    ----------
    image : int64 array [P]
        Row of an image in `Images`, one per statement.
    category : int64 array [P]
        Row of a category in `Categories`.
    negative : bool array [P]
        True: the class was looked for and is not there. False: in LVIS it was labelled, but not exhaustively;
        in Open Images it was verified to be there.
    frequency : tuple of str [K]
        Per category ``"r"``, ``"c"`` or ``"f"``: rare, common, frequent; of Open Images nothing.
    """

    image: Int64Array
    category: Int64Array
    negative: Int64Array
    frequency: tuple[str, ...]
