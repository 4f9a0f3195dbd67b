"""Masks, their outlines, keypoints and panoptic images (16x to 19x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-160",
        "run lengths too short",
        "The runs of a mask end before its image does.",
        "Encode it again.",
        example='{"size": [10, 10], "counts": [30, 20]}      (50 of 100 pixels)',
    ),
    Code(
        "E-161",
        "run lengths too long",
        "The runs of a mask go beyond its image.",
        "Encode it again.",
        example='{"size": [10, 10], "counts": [30, 90]}      (120 of 100 pixels)',
    ),
    Code(
        "E-162",
        "broken compressed counts",
        "The text is not COCO's compressed form.",
        "Write it unescaped and whole.",
        example='{"size": [10, 10], "counts": "n0\\u00e4"}',
    ),
    Code(
        "E-163",
        "impossible mask size",
        "A size is negative, or has 2^32 pixels or more.",
        "Write height, width.",
        example='{"size": [-1, 10], "counts": [10]}',
    ),
    Code(
        "E-164",
        "mask sizes differ",
        "Masks, or a mask and its image, differ in size.",
        "Encode for the full image.",
        example='{"size": [480, 640], "counts": "..."}      (of an image that is 960 x 1280)',
    ),
    Code(
        "E-165",
        "counts not whole numbers",
        "A run is negative or fractional.",
        "Write whole numbers from 0 on.",
        example='{"size": [10, 10], "counts": [30, -5, 75]}',
    ),
    Code(
        "E-166",
        "polygon not finite",
        "A coordinate is NaN or infinite.",
        "Remove the polygon or mend the point.",
        example='"segmentation": [[10, 10, NaN, 10, 50, 50]]',
    ),
    Code(
        "E-167",
        "not a polygon",
        "Half a point, or fewer than three points.",
        "Write [x1, y1, x2, y2, x3, y3, ...].",
        example='"segmentation": [[10, 10, 50, 50]]      (two points)',
    ),
    Code(
        "W-168",
        "polygon far outside",
        "Points lie far beyond the image; it was clipped.",
        "Check the coordinates.",
        example='"segmentation": [[10, 10, 90000, 10, 50, 50]]      (in an image of 640 x 480)',
    ),
    Code(
        "E-169",
        "not a segmentation",
        "Neither run lengths nor polygons.",
        "Write one of COCO's forms.",
        example='"segmentation": "yes"',
    ),
    Code(
        "E-170",
        "keypoints not usable",
        "A point is not finite, or an array does not fit.",
        "Mend the named row.",
        example='"keypoints": [10, 10, 2, NaN, 10, 2]',
    ),
    Code(
        "E-171",
        "not a panoptic JSON",
        "A list or a key of COCO's panoptic format is missing.",
        "Add it.",
        example='{"images": [], "categories": []}      (a panoptic JSON without "annotations")',
    ),
    Code(
        "E-172",
        "no such PNG",
        "A map that `file_name` names cannot be read.",
        "Check it, and the folder.",
        example='"file_name": "000001.png"      (and the folder has no such file)',
    ),
    Code(
        "E-173",
        "not a map of segment ids",
        "No whole 8-bit PNG, or no array of ids.",
        "Write it again.",
        example="000001.png with 16 bits per channel, or cut off",
    ),
    Code(
        "E-174",
        "file name leaves its folder",
        "A `file_name` is absolute or has `..`.",
        "Write it relative.",
        example='"file_name": "../secret/000001.png"',
    ),
    Code(
        "E-175",
        "segments and pixels disagree",
        "A segment is not in both.",
        "Write both from one run.",
        example='"segments_info": [{"id": 7, "category_id": 1}]      (no pixel of the PNG is 7)',
    ),
    Code(
        "E-176",
        "map sizes differ",
        "Two maps of an image differ in size.",
        "Write them at the image's size.",
        example="a predicted map of 480 x 640 for a true one of 960 x 1280",
    ),
    Code(
        "E-177",
        "segment id repeated",
        "An id is below 1 or used twice in its image.",
        "Number from 1 on.",
        example='"segments_info": [{"id": 7, "category_id": 1}, {"id": 7, "category_id": 2}]',
    ),
    Code(
        "E-178",
        "image without prediction",
        "A predicted map is missing.",
        "Predict it, or take a subset.",
        example="images 1, 2 and 3 in the truth, 1 and 2 in the predictions",
    ),
    Code(
        "E-179",
        "label out of range",
        "A label is no class and not ignored.",
        "Check `classes`.",
        example="semantic_iou(truth, labels, classes=19) with a label 19 that is not ignored",
    ),
    Code(
        "W-180",
        "stated area wrong",
        "A segment's area is not its number of pixels.",
        "Leave it out.",
        example='"segments_info": [{"id": 7, "area": 100}]      (and 250 pixels of 7)',
    ),
    Code(
        "W-181",
        "segment without pixels",
        "A true segment is in no pixel.",
        "Remove it.",
        example='"segments_info": [{"id": 7, "category_id": 1}]      (of the truth; no pixel is 7)',
    ),
    Code(
        "W-182",
        "predicted images left out",
        "The panoptic truth lacks them.",
        "Check the truth.",
        example="predicted maps of images 1 to 9, a truth of images 1 to 5",
    ),
    Code(
        "W-183",
        "outline crosses itself",
        "A polygon crosses itself, so that what it goes around twice is outside, or is listed twice. "
        "Outlines of up to 256 points are looked at.",
        "Check the tool that drew it; split such a polygon where it crosses.",
        example='"segmentation": [[0, 0, 40, 40, 40, 0, 0, 40]]      (a bow tie)',
    ),
    Code(
        "E-190",
        "box is not finite",
        "A coordinate of a box is NaN or infinite, so that it overlaps nothing and everything.",
        "Remove these boxes or repair what computed them.",
        example="tb.iou((0, 0, nan, 10), (0, 0, 10, 10))",
    ),
    Code(
        "E-191",
        "box corners swapped",
        "The second corner of a box lies before the first. Most often the numbers are in another format.",
        "Pass the right box_format, or swap the corners.",
        example="tb.iou((50, 50, 100, 80), (100, 100, 60, 40))      (left, top, width, height)",
    ),
    Code(
        "E-192",
        "box size negative",
        "The width or the height of a box is below 0. Most often the numbers are in another format.",
        "Pass the right box_format, or give a size of 0 or more.",
        example='tb.iou((10, 10, -40, 40), (0, 0, 40, 40), box_format="xywh")',
    ),
    Code(
        "E-193",
        "polygon crosses itself",
        "Edges of the outline cross, so that which points lie inside is not defined.",
        "Write the corners in order around the outline, or split the polygon where it crosses.",
        example=(
            "tb.overlap.elementwise_polygon_iou([[(0, 0), (4, 4), (4, 0), (0, 4)]], ...)      (a bow tie)"
        ),
    ),
)
