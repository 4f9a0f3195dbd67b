"""`pycocotools.coco`: a dataset of annotations, its index, and the questions people ask of it."""

from __future__ import annotations

import copy
import time
from collections import defaultdict
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from truebox.integrations.pycocotools import content
from truebox.integrations.pycocotools import mask as maskUtils
from truebox.integrations.pycocotools.content import RowColumns
from truebox.integrations.pycocotools.content.choosing import (
    entries_by_id,
    ids_of_chosen,
    is_array_like,
    several_of,
)

__all__ = ["COCO"]

_isArrayLike = is_array_like  # by this name people import it from the reference


class COCO:
    """Annotations of images, as parsed from a COCO file.

    Parameters
    ----------
    annotation_file : path or None
        None makes an empty one: set `dataset` and call `createIndex`.

    Attributes
    ----------
    dataset : dict
        The parsed file.
    anns, imgs, cats : dict
        Annotation, image and category of each id.
    imgToAnns, catToImgs : defaultdict of list
        Annotations of each image, and image ids of each category.

    Examples
    --------
    >>> coco = COCO()
    >>> coco.dataset = {"images": [{"id": 7}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 3, "image_id": 7, "category_id": 1, "bbox": [0, 0, 5, 5], "area": 25, "iscrowd": 0}]}
    >>> coco.createIndex()
    creating index...
    index created!
    >>> coco.getAnnIds(imgIds=7), coco.loadAnns(3)[0]["area"]
    ([3], 25)
    """

    def __init__(self, annotation_file: Any = None) -> None:
        self._columns: RowColumns | None = None
        self.dataset = {}
        self.anns, self.imgToAnns = {}, defaultdict(list)
        self.cats: dict[Any, Any] = {}
        self.imgs: dict[Any, Any] = {}
        self.catToImgs: Any = defaultdict(list)
        if annotation_file is not None:
            print("loading annotations into memory...")
            begun = time.time()
            with content.uncollected():
                dataset = content.parsed_file(annotation_file)
            assert type(dataset) is dict, f"annotation file format {type(dataset)} not supported"
            print(f"Done (t={time.time() - begun:0.2f}s)")
            self.dataset = dataset
            self.createIndex()
            self._keep_columns(truths=True)

    # What was read from a file is known to be as it was read until someone asks for a part of it.

    @property
    def dataset(self) -> Any:
        """The parsed file."""
        self._columns = None
        return self._dataset

    @dataset.setter
    def dataset(self, value: Any) -> None:
        self._columns = None
        self._dataset = value

    @property
    def anns(self) -> Any:
        """Annotation of each id."""
        self._columns = None
        return self._anns

    @anns.setter
    def anns(self, value: Any) -> None:
        self._columns = None
        self._anns = value

    @property
    def imgToAnns(self) -> Any:
        """Annotations of each image."""
        self._columns = None
        return self._of_image

    @imgToAnns.setter
    def imgToAnns(self, value: Any) -> None:
        self._columns = None
        self._of_image = value

    def _keep_columns(self, *, truths: bool) -> None:
        rows = self._dataset.get("annotations")
        self._columns = None if rows is None else content.columns_of_rows(rows, self._anns, truths=truths)

    def columns(self, imgIds: Any, *, truths: bool) -> RowColumns | None:
        """Columns of the annotations of some images at least; None where they have to be asked one by one.

        Examples
        --------
        >>> COCO().columns([1], truths=True).rows
        []
        """
        kept = self._columns
        if kept is not None and (kept.crowd is not None) is truths:
            return kept
        of_image = self._of_image
        rows = list(chain.from_iterable([of_image[image] for image in imgIds if image in of_image]))
        return content.columns_of_rows(rows, self._anns, truths=truths)

    def createIndex(self) -> None:
        """Look through `dataset` again.

        Examples
        --------
        >>> COCO().createIndex()
        creating index...
        index created!
        """
        print("creating index...")
        dataset = self._dataset
        anns: dict[Any, Any] = {}
        of_image, images_of = defaultdict(list), defaultdict(list)
        rows = dataset.get("annotations", [])
        for row in rows:
            of_image[row["image_id"]].append(row)
            anns[row["id"]] = row
        self.imgs = {row["id"]: row for row in dataset.get("images", ())}
        self.cats = {row["id"]: row for row in dataset.get("categories", ())}
        if "categories" in dataset:
            for row in rows:
                images_of[row["category_id"]].append(row["image_id"])
        print("index created!")
        self.anns, self.imgToAnns, self.catToImgs = anns, of_image, images_of

    def info(self) -> None:
        """Print what the file says of itself.

        Examples
        --------
        >>> coco = COCO()
        >>> coco.dataset = {"info": {"year": 2026}}
        >>> coco.info()
        year: 2026
        """
        for key, value in self._dataset["info"].items():
            print(f"{key}: {value}")

    def getAnnIds(
        self, imgIds: Any = (), catIds: Any = (), areaRng: Any = (), iscrowd: Any = None
    ) -> list[Any]:
        """Ids of the annotations that pass every filter; an empty filter lets all pass.

        Parameters
        ----------
        imgIds : id or sequence of ids
            Of images.
        catIds : id or sequence of ids
            Of categories.
        areaRng : (low, high)
            Both bounds outside.
        iscrowd : bool or None
            Crowds alone, or none of them.

        Examples
        --------
        >>> COCO().getAnnIds(imgIds=[1])
        []
        """
        imgIds, catIds = several_of(imgIds), several_of(catIds)
        if len(imgIds) == 0:
            found = self._dataset["annotations"]
        else:
            of_image = self._of_image
            found = chain.from_iterable([of_image[image] for image in imgIds if image in of_image])
        return ids_of_chosen(found, catIds, areaRng, iscrowd)

    def getCatIds(self, catNms: Any = (), supNms: Any = (), catIds: Any = ()) -> list[Any]:
        """Ids of the categories that pass every filter.

        Parameters
        ----------
        catNms, supNms, catIds : one or sequence
            Names, names of what is above them, ids.

        Examples
        --------
        >>> coco = COCO()
        >>> coco.dataset = {"categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}]}
        >>> coco.getCatIds(catNms=["dog"])
        [2]
        """
        found = self._dataset["categories"]
        for key, given in (("name", catNms), ("supercategory", supNms), ("id", catIds)):
            wanted = several_of(given)
            if len(wanted):
                found = [category for category in found if category[key] in wanted]
        return [category["id"] for category in found]

    def getImgIds(self, imgIds: Any = (), catIds: Any = ()) -> list[Any]:
        """Ids of the images that hold every one of the categories.

        Examples
        --------
        >>> COCO().getImgIds()
        []
        """
        imgIds, catIds = several_of(imgIds), several_of(catIds)
        if len(imgIds) == len(catIds) == 0:
            return list(self.imgs.keys())
        found = set(imgIds)
        for place, category in enumerate(catIds):
            holding = set(self.catToImgs[category])
            found = holding if place == 0 and not found else found & holding
        return list(found)

    def loadAnns(self, ids: Any = ()) -> Any:
        """Annotations of ids.

        Examples
        --------
        >>> COCO().loadAnns([])
        []
        """
        return entries_by_id(self.anns, ids)

    def loadCats(self, ids: Any = ()) -> Any:
        """Categories of ids.

        Examples
        --------
        >>> COCO().loadCats([])
        []
        """
        return entries_by_id(self.cats, ids)

    def loadImgs(self, ids: Any = ()) -> Any:
        """Images of ids.

        Examples
        --------
        >>> COCO().loadImgs([])
        []
        """
        return entries_by_id(self.imgs, ids)

    def showAnns(self, anns: Any, draw_bbox: bool = False) -> Any:
        """Draw annotations into matplotlib's current axes, or print captions.

        Examples
        --------
        >>> COCO().showAnns([{"caption": "a cat on a mat"}])
        a cat on a mat
        """
        return content.show_annotations(self, anns, draw_bbox)

    def loadRes(self, resFile: Any) -> COCO:
        """Detections on the images of this dataset.

        Parameters
        ----------
        resFile : path as str, list of dict, or array [N, 7]
            The dicts are completed with ids, areas and boxes, where they lie. Columns of an array are image,
            x, y, width, height, score, category.

        Raises
        ------
        AssertionError
            It is no list, or names an image that the dataset lacks.
        IndexError
            There is no detection at all.

        Examples
        --------
        >>> coco = COCO()
        >>> coco.dataset = {"images": [{"id": 7}], "categories": [{"id": 1, "name": "cat"}]}
        >>> coco.createIndex()
        creating index...
        index created!
        >>> found = coco.loadRes([{"image_id": 7, "category_id": 1, "bbox": [0, 0, 4, 5], "score": 0.9}])
        Loading and preparing results...
        DONE (t=...s)
        creating index...
        index created!
        >>> found.loadAnns(1)[0]["area"]
        20
        """
        # The class by its name: whoever calls this with an object of their own gets one of these.
        res = COCO()
        dataset = self._dataset if isinstance(self, COCO) else self.dataset
        res._dataset["info"] = copy.deepcopy(dataset.get("info", {}))
        res._dataset["images"] = list(dataset["images"])
        print("Loading and preparing results...")
        begun = time.time()
        from_file = type(resFile) is str
        if from_file:
            with content.uncollected():
                anns = content.parsed_file(resFile)
        elif type(resFile) is np.ndarray:
            anns = self.loadNumpyAnnotations(resFile)
        else:
            anns = resFile
        assert type(anns) is list, "results in not an array of objects"
        images = {ann["image_id"] for ann in anns}
        assert images <= set(self.getImgIds()), "Results do not correspond to current coco set"
        with content.uncollected():
            of_categories = content.complete_results(anns)
        if of_categories:
            res._dataset["categories"] = copy.deepcopy(dataset["categories"])
        elif "caption" in anns[0]:
            res._dataset["images"] = [image for image in res._dataset["images"] if image["id"] in images]
        print(f"DONE (t={time.time() - begun:0.2f}s)")
        res._dataset["annotations"] = anns
        res.createIndex()
        if from_file:
            res._keep_columns(truths=False)
        return res

    def download(self, tarDir: Any = None, imgIds: Any = ()) -> Any:
        """Fetch images by their ``coco_url`` into a folder; those that are there stay.

        Examples
        --------
        >>> COCO().download()
        Please specify target directory
        -1
        """
        if tarDir is None:
            print("Please specify target directory")
            return -1
        images = list(self.imgs.values()) if len(imgIds) == 0 else self.loadImgs(imgIds)
        content.fetch_images(images, Path(tarDir))
        return None

    def loadNumpyAnnotations(self, data: Any) -> list[dict[str, Any]]:
        """Detections of an array [N, 7]: image, x, y, width, height, score, category.

        Examples
        --------
        >>> found = COCO().loadNumpyAnnotations(np.array([[7, 0, 0, 4, 5, 0.9, 1]]))
        Converting ndarray to lists...
        (1, 7)
        0/1
        >>> found[0]["image_id"], found[0]["category_id"]
        (7, 1)
        """
        return content.results_of_array(data)

    def annToRLE(self, ann: Any) -> Any:
        """Compressed run lengths of an annotation with polygons or run lengths of any kind.

        Examples
        --------
        >>> coco = COCO()
        >>> coco.imgs = {7: {"id": 7, "height": 4, "width": 4}}
        >>> coco.annToRLE({"image_id": 7, "segmentation": [[0, 0, 2, 0, 2, 2]]})
        {'size': [4, 4], 'counts': b'41;'}
        """
        image = self.imgs[ann["image_id"]]
        height, width = image["height"], image["width"]
        held = ann["segmentation"]
        if type(held) is list:
            return maskUtils.merge(maskUtils.frPyObjects(held, height, width))
        if type(held["counts"]) is list:
            return maskUtils.frPyObjects(held, height, width)
        return held

    def annToMask(self, ann: Any) -> Any:
        """The mask of an annotation, uint8 [H, W].

        Examples
        --------
        >>> coco = COCO()
        >>> coco.imgs = {7: {"id": 7, "height": 4, "width": 4}}
        >>> int(coco.annToMask({"image_id": 7, "segmentation": [[0, 0, 4, 0, 4, 4, 0, 4]]}).sum())
        16
        """
        return maskUtils.decode(self.annToRLE(ann))
