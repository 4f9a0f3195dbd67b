"""The parameters of an evaluation, as callers of pycocotools change them."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["Params"]

_SIGMAS = (
    0.26,
    0.25,
    0.25,
    0.35,
    0.35,
    0.79,
    0.79,
    0.72,
    0.72,
    0.62,
    0.62,
    1.07,
    1.07,
    0.87,
    0.87,
    0.89,
    0.89,
)
_BOUNDS: dict[str, list[float]] = {"small": [0**2, 32**2], "medium": [32**2, 96**2], "large": [96**2, 1e5**2]}


class Params:
    """What is evaluated; every field may be set before ``evaluate()``.

    Parameters
    ----------
    iouType : {"segm", "bbox", "keypoints"}

    Attributes
    ----------
    imgIds, catIds : list
    iouThrs, recThrs : array
    maxDets : list of int
        `COCOeval.summarize` reads three of them, of keypoints the 20.
    areaRng, areaRngLbl : list
        Bounds of areas, both inside, and what `COCOeval.summarize` calls them.
    useCats : {1, 0}
    useSegm : None
        1 or 0 is an older way of asking for masks or boxes.
    kpt_oks_sigmas : array
        Of keypoints alone.

    Raises
    ------
    Exception
        Another type.

    Examples
    --------
    >>> Params("bbox").maxDets, Params("keypoints").maxDets
    ([1, 10, 100], [20])
    """

    iouType: str
    useSegm: Any
    imgIds: Any
    catIds: Any
    iouThrs: Any
    recThrs: Any
    maxDets: Any
    areaRng: Any
    areaRngLbl: Any
    useCats: Any
    kpt_oks_sigmas: Any

    def __init__(self, iouType: str = "segm") -> None:
        if iouType in ("segm", "bbox"):
            self.setDetParams()
        elif iouType == "keypoints":
            self.setKpParams()
        else:
            raise Exception("iouType not supported")
        self.iouType = iouType
        self.useSegm = None

    def setDetParams(self) -> None:
        """Set what is usual for boxes and masks.

        Examples
        --------
        >>> params = Params("bbox")
        >>> params.setDetParams()
        >>> params.areaRngLbl
        ['all', 'small', 'medium', 'large']
        """
        self._set(("small", "medium", "large"), [1, 10, 100])

    def setKpParams(self) -> None:
        """Set what is usual for keypoints.

        Examples
        --------
        >>> params = Params("keypoints")
        >>> params.setKpParams()
        >>> len(params.kpt_oks_sigmas)
        17
        """
        self._set(("medium", "large"), [20])
        self.kpt_oks_sigmas = np.array(_SIGMAS) / 10.0

    def _set(self, sizes: tuple[str, ...], caps: list[int]) -> None:
        self.imgIds, self.catIds = [], []
        self.iouThrs = np.linspace(0.5, 0.95, 10)
        self.recThrs = np.linspace(0.0, 1.0, 101)
        self.maxDets = caps
        self.areaRng = [[0**2, 1e5**2], *(list(_BOUNDS[size]) for size in sizes)]
        self.areaRngLbl = ["all", *sizes]
        self.useCats = 1
