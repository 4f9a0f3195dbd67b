"""Instance masks as run lengths: many in one buffer, to and from every form COCO files and arrays use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.masks.any_form import as_masks
    from truebox.masks.area import mask_area
    from truebox.masks.boundary import boundary_distance, mask_to_boundary
    from truebox.masks.boxes import boxes_to_masks, mask_to_box
    from truebox.masks.coco import masks_from_coco, masks_to_coco
    from truebox.masks.components import connected_pixels
    from truebox.masks.compressed import masks_from_compressed, masks_to_compressed
    from truebox.masks.counts import masks_from_counts, masks_to_counts
    from truebox.masks.dense import decode_masks, encode_masks
    from truebox.masks.masks import Masks, concatenate_masks
    from truebox.masks.merge import merge_masks
    from truebox.masks.polygons import RasterizedPolygons, polygons_to_masks, rasterize_polygons

__all__ = [
    "Masks",
    "RasterizedPolygons",
    "as_masks",
    "boundary_distance",
    "boxes_to_masks",
    "concatenate_masks",
    "connected_pixels",
    "decode_masks",
    "encode_masks",
    "mask_area",
    "mask_to_boundary",
    "mask_to_box",
    "masks_from_coco",
    "masks_from_compressed",
    "masks_from_counts",
    "masks_to_coco",
    "masks_to_compressed",
    "masks_to_counts",
    "merge_masks",
    "polygons_to_masks",
    "rasterize_polygons",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "area": "mask_area",
        "any_form": "as_masks",
        "boundary": "boundary_distance mask_to_boundary",
        "boxes": "boxes_to_masks mask_to_box",
        "coco": "masks_from_coco masks_to_coco",
        "components": "connected_pixels",
        "compressed": "masks_from_compressed masks_to_compressed",
        "counts": "masks_from_counts masks_to_counts",
        "dense": "decode_masks encode_masks",
        "masks": "Masks concatenate_masks",
        "merge": "merge_masks",
        "polygons": "RasterizedPolygons polygons_to_masks rasterize_polygons",
    },
)
