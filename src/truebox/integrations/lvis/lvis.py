"""`lvis.lvis`: an LVIS dataset and its index."""

from __future__ import annotations

import logging
from collections import defaultdict
from pathlib import Path
from typing import Any

from truebox.integrations.pycocotools import mask as mask_utils
from truebox.integrations.pycocotools.content import fetch_images, parsed_file

__all__ = ["LVIS"]


class LVIS:
    """Annotations of an LVIS file.

    Parameters
    ----------
    annotation_path : path

    Attributes
    ----------
    dataset : dict
    anns, imgs, cats : dict
        Annotation, image and category of each id.
    img_ann_map, cat_img_map : defaultdict of list

    Examples
    --------
    >>> import json, tempfile
    >>> held = {"images": [{"id": 7}], "categories": [{"id": 1}], "annotations": [
    ...     {"id": 3, "image_id": 7, "category_id": 1, "area": 25}]}
    >>> with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    ...     json.dump(held, file)
    ...     file.flush()
    ...     dataset = LVIS(file.name)
    >>> dataset.get_ann_ids(img_ids=[7]), dataset.get_cat_ids()
    ([3], [1])
    """

    def __init__(self, annotation_path: Any) -> None:
        self.logger = logging.getLogger(__name__)
        self.logger.info("Loading annotations.")
        self.dataset: Any = self._load_json(annotation_path)
        assert type(self.dataset) is dict, f"Annotation file format {type(self.dataset)} not supported."
        self._create_index()

    def _load_json(self, path: Any) -> Any:
        return parsed_file(path)

    def _create_index(self) -> None:
        self.img_ann_map: Any = defaultdict(list)
        self.cat_img_map: Any = defaultdict(list)
        self.anns: dict[Any, Any] = {}
        for ann in self.dataset["annotations"]:
            self.img_ann_map[ann["image_id"]].append(ann)
            self.anns[ann["id"]] = ann
        self.imgs = {image["id"]: image for image in self.dataset["images"]}
        self.cats = {category["id"]: category for category in self.dataset["categories"]}
        for ann in self.dataset["annotations"]:
            self.cat_img_map[ann["category_id"]].append(ann["image_id"])

    def get_ann_ids(self, img_ids: Any = None, cat_ids: Any = None, area_rng: Any = None) -> list[Any]:
        """Ids of the annotations that pass every filter; None lets all pass."""
        if img_ids is None:
            found = self.dataset["annotations"]
        else:
            found = [ann for image in img_ids for ann in self.img_ann_map[image]]
        if cat_ids is None and area_rng is None:
            return [ann["id"] for ann in found]
        wanted = set(cat_ids)
        low, high = [0, float("inf")] if area_rng is None else area_rng
        found = [ann for ann in found if ann["category_id"] in wanted]
        return [ann["id"] for ann in found if low < ann["area"] < high]

    def get_cat_ids(self) -> list[Any]:
        """Ids of all categories."""
        return list(self.cats)

    def get_img_ids(self) -> list[Any]:
        """Ids of all images."""
        return list(self.imgs)

    def load_anns(self, ids: Any = None) -> list[Any]:
        """Annotations of ids, or all."""
        return _entries(self.anns, ids)

    def load_cats(self, ids: Any) -> list[Any]:
        """Categories of ids, or all."""
        return _entries(self.cats, ids)

    def load_imgs(self, ids: Any) -> list[Any]:
        """Images of ids, or all."""
        return _entries(self.imgs, ids)

    def download(self, save_dir: Any, img_ids: Any = None) -> None:
        """Fetch images by their ``coco_url``; those that are there stay."""
        images = self.load_imgs(img_ids)
        named = [{**image, "file_name": image["coco_url"].split("/")[-1]} for image in images]
        fetch_images(named, Path(save_dir))

    def ann_to_rle(self, ann: Any) -> Any:
        """Compressed run lengths of an annotation with polygons or run lengths of any kind."""
        image, held = self.imgs[ann["image_id"]], ann["segmentation"]
        if isinstance(held, list):
            return mask_utils.merge(mask_utils.frPyObjects(held, image["height"], image["width"]))
        if isinstance(held["counts"], list):
            return mask_utils.frPyObjects(held, image["height"], image["width"])
        return held

    def ann_to_mask(self, ann: Any) -> Any:
        """The mask of an annotation, uint8 [H, W]."""
        return mask_utils.decode(self.ann_to_rle(ann))


def _entries(table: dict[Any, Any], ids: Any) -> list[Any]:
    return list(table.values()) if ids is None else [table[each] for each in ids]
