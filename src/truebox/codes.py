"""Every error and warning code, what it means and what to do; the one source of the docs list.

Codes are stable: a code never changes its meaning, and a retired one is not used again.
``E`` refuses, ``W`` warns. 1xx files and rows, 2xx reading, 3xx evaluation.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CODES", "Code"]


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means (`title`, `meaning`) and how to mend its cause (`fix`)."""

    code: str
    title: str
    meaning: str
    fix: str


_ALL = (
    Code(
        "E-101",
        "no such file",
        "The path does not exist or cannot be opened.",
        "Check the path and its permissions.",
    ),
    Code(
        "E-102",
        "a directory, not a file",
        "The path names a directory where one JSON file is expected.",
        "Name the JSON file itself.",
    ),
    Code(
        "E-103",
        "empty file",
        "The file holds no bytes, or only blanks.",
        "Write the file again; an empty list of predictions is `[]`.",
    ),
    Code(
        "E-104",
        "not JSON",
        "The text breaks the JSON grammar at the byte named: cut short, NaN, a comma too many.",
        "Repair that place, or write the file again with a JSON library.",
    ),
    Code(
        "E-105",
        "wrong text encoding",
        "The text is not UTF-8 without a byte-order mark, or holds half of a surrogate pair.",
        'Save it as UTF-8; in Python `open(path, "w", encoding="utf-8")`.',
    ),
    Code(
        "E-106",
        "duplicate key",
        "One JSON object has a key twice, so which value counts is unknown.",
        "Keep one of the two values.",
    ),
    Code(
        "E-107",
        "nested too deep",
        "Values are nested deeper than any annotation file needs.",
        "Check that the file is the one you meant.",
    ),
    Code(
        "E-108",
        "not a COCO truth",
        "The data is not an object with the lists `images`, `annotations` and `categories`.",
        "Pass the truth first and the predictions second, or convert the file to COCO.",
    ),
    Code(
        "E-109",
        "not COCO results",
        "The data is not one list of objects with `image_id`, `category_id`, `bbox` and `score`.",
        "Write that list alone, not wrapped in an object.",
    ),
    Code(
        "E-110",
        "broken gzip",
        "The compressed data ends early, is damaged, or grows out of all proportion.",
        "Compress or copy the file again.",
    ),
    Code(
        "E-120",
        "box of the wrong shape",
        "A box is missing, is not a list of 4 numbers, or holds something that is not a number.",
        "Write `[x, y, width, height]` in absolute pixels.",
    ),
    Code(
        "E-121",
        "box not finite",
        "A box holds NaN, Infinity, or a number beyond 1e100.",
        "Remove or repair such boxes: they would score by accident.",
    ),
    Code(
        "E-122",
        "negative width or height",
        "A box has a negative size, so its corners are swapped or it has another format.",
        "Write `width = x_max - x_min`; for arrays pass the right `box_format`.",
    ),
    Code(
        "E-123",
        "score missing",
        "A prediction has no score, so it cannot be ranked.",
        "Add the score of every prediction.",
    ),
    Code(
        "E-124",
        "score not a finite number",
        "A score is text, null, a truth value, NaN or infinite.",
        "Write scores as finite numbers.",
    ),
    Code(
        "E-125",
        "id or label missing",
        "A row has no `id`, `image_id`, `category_id` or label.",
        "Add it to every row.",
    ),
    Code(
        "E-126",
        "id of the wrong type",
        "An id is neither a string nor an exact 64-bit integer.",
        "Write ids as integers or strings, the same in both files.",
    ),
    Code(
        "E-127",
        "mixed id types",
        'One column of ids holds integers and strings: whether 7 and "7" are the same is unknown.',
        "Write every id of a column the same way.",
    ),
    Code(
        "E-128",
        "area invalid",
        "An area is negative, not finite, or not a number.",
        "Write the area in square pixels, or leave it out.",
    ),
    Code(
        "E-129",
        "flag invalid",
        "`iscrowd` or `ignore` is neither 0 nor 1.",
        "Write 0 or 1, or leave it out.",
    ),
    Code(
        "E-130",
        "unknown image",
        "A prediction names an image that the truth does not list.",
        "Evaluate against the truth the predictions were made for, and write image ids as it does.",
    ),
    Code(
        "E-131",
        "unknown category",
        "A prediction names a category that the truth does not list.",
        "Map the detector's classes to the category ids of the truth; the message proposes a mapping.",
    ),
    Code(
        "E-132",
        "image id used twice",
        "Two images have the same id but another size or file name.",
        "Give each image its own id.",
    ),
    Code(
        "E-133",
        "category id used twice",
        "Two categories have the same id.",
        "Give each category its own id.",
    ),
    Code(
        "E-134",
        "category without name",
        "A category has no name, or one that is not text.",
        "Add a `name` to every category.",
    ),
    Code(
        "E-135",
        "row is not an object",
        "A list of images, annotations, categories or results holds something else.",
        "Remove or repair the row.",
    ),
    Code(
        "E-136",
        "image entry invalid",
        "The width, height or file name of an image has the wrong type.",
        "Write sizes as whole numbers and names as text, or leave them out.",
    ),
    Code(
        "E-137",
        "arrays do not fit together",
        "Arrays of one image are missing, have different lengths or the wrong type.",
        "Give `boxes` [n, 4], `labels` [n] and, for predictions, `scores` [n] per image.",
    ),
    Code(
        "E-138",
        "impossible box",
        "A box is not finite, has a negative size, or its area overflows; or a truth has an impossible area.",
        "Write boxes as x, y, width, height; if these are corners, convert them first.",
    ),
    Code(
        "E-139",
        "impossible score",
        "A score is not a finite number, so the detection cannot be ranked.",
        "Give every detection a finite score.",
    ),
    Code(
        "E-145",
        "not an LVIS truth",
        "An image or a category lacks what LVIS adds: which classes were looked for, how frequent one is.",
        "Use the truth of LVIS, or evaluate with the protocol coco.",
    ),
    Code(
        "E-160", "run lengths too short", "The runs of a mask end before its image does.", "Encode it again."
    ),
    Code("E-161", "run lengths too long", "The runs of a mask go beyond its image.", "Encode it again."),
    Code(
        "E-162",
        "broken compressed counts",
        "The text is not COCO's compressed form.",
        "Write it unescaped and whole.",
    ),
    Code(
        "E-163",
        "impossible mask size",
        "A size is negative, or has 2^32 pixels or more.",
        "Write height, width.",
    ),
    Code(
        "E-164",
        "mask sizes differ",
        "Masks, or a mask and its image, differ in size.",
        "Encode for the full image.",
    ),
    Code(
        "E-165",
        "counts not whole numbers",
        "A run is negative or fractional.",
        "Write whole numbers from 0 on.",
    ),
    Code(
        "E-166",
        "polygon not finite",
        "A coordinate is NaN or infinite.",
        "Remove the polygon or mend the point.",
    ),
    Code(
        "E-167",
        "not a polygon",
        "Half a point, or fewer than three points.",
        "Write [x1, y1, x2, y2, x3, y3, ...].",
    ),
    Code("E-169", "not a segmentation", "Neither run lengths nor polygons.", "Write one of COCO's forms."),
    Code(
        "E-170",
        "keypoints not usable",
        "A point is not finite, or an array does not fit.",
        "Mend the named row.",
    ),
    Code("E-171", "not a panoptic JSON", "A list or a key of COCO's panoptic format is missing.", "Add it."),
    Code("E-172", "no such PNG", "A map that `file_name` names cannot be read.", "Check it, and the folder."),
    Code("E-173", "not a map of segment ids", "No whole 8-bit PNG, or no array of ids.", "Write it again."),
    Code(
        "E-174", "file name leaves its folder", "A `file_name` is absolute or has `..`.", "Write it relative."
    ),
    Code("E-175", "segments and pixels disagree", "A segment is not in both.", "Write both from one run."),
    Code(
        "E-176", "map sizes differ", "Two maps of an image differ in size.", "Write them at the image's size."
    ),
    Code("E-177", "segment id repeated", "An id is below 1 or used twice in its image.", "Number from 1 on."),
    Code("E-178", "image without prediction", "A predicted map is missing.", "Predict it, or take a subset."),
    Code("E-179", "label out of range", "A label is no class and not ignored.", "Check `classes`."),
    Code(
        "E-190",
        "box is not finite",
        "A coordinate of a box is NaN or infinite, so that it overlaps nothing and everything.",
        "Remove these boxes or repair what computed them.",
    ),
    Code(
        "E-191",
        "box corners swapped",
        "The second corner of a box lies before the first. Most often the numbers are in another format.",
        "Pass the right box_format, or swap the corners.",
    ),
    Code(
        "E-192",
        "box size negative",
        "The width or the height of a box is below 0. Most often the numbers are in another format.",
        "Pass the right box_format, or give a size of 0 or more.",
    ),
    Code(
        "E-193",
        "polygon crosses itself",
        "Edges of the outline cross, so that which points lie inside is not defined.",
        "Write the corners in order around the outline, or split the polygon where it crosses.",
    ),
    Code(
        "W-140",
        "areas missing",
        "Annotations have no area; width x height is used, which can move them between size classes.",
        "Add the area of the object's mask to every annotation.",
    ),
    Code(
        "W-141",
        "boxes without area",
        "Annotations have zero width or height and can never be matched; they count as missed.",
        "Remove or repair them.",
    ),
    Code(
        "W-142",
        "annotation ids repeated",
        "Annotations share an id. Reading keeps them all; some tools lose matches because of it.",
        "Number the annotations 1, 2, 3, ...",
    ),
    Code(
        "W-143",
        "images listed twice",
        "The same image (id, size, file name) is listed more than once and counted once.",
        "List each image once.",
    ),
    Code(
        "W-168",
        "polygon far outside",
        "Points lie far beyond the image; it was clipped.",
        "Check the coordinates.",
    ),
    Code("W-180", "stated area wrong", "A segment's area is not its number of pixels.", "Leave it out."),
    Code("W-181", "segment without pixels", "A true segment is in no pixel.", "Remove it."),
    Code("W-182", "predicted images left out", "The panoptic truth lacks them.", "Check the truth."),
    Code(
        "W-301",
        "images without predictions",
        "Some evaluated images have no detections at all; their truths count as missed.",
        "Check that the detector ran on every image, or evaluate a subset of the images.",
    ),
    Code(
        "W-302",
        "unlisted truths",
        "Annotations of images or categories that the truth does not list are left out.",
        "List every image and category of the annotations.",
    ),
    Code(
        "W-303",
        "no predictions",
        "There are no detections: every recall is 0.",
        "Check the predictions file.",
    ),
    Code(
        "W-304",
        "equal scores",
        "All scores are equal, so the ranking is the order of the file.",
        "Write the detector's scores, unrounded.",
    ),
    Code(
        "W-305",
        "repeated predictions",
        "Detections repeat another of the same image and category exactly; each repetition counts as false.",
        "Suppress duplicates, and do not append to an old predictions file.",
    ),
    Code(
        "W-306",
        "predictions cut",
        "Detections beyond the largest number counted per image and category are left out.",
        "Raise max_detections to count them.",
    ),
    Code(
        "W-307",
        "scores outside [0, 1]",
        "Ranking metrics are valid with any finite scores; calibration is not.",
        "Write probabilities if they are needed.",
    ),
    Code(
        "W-308",
        "truths without size",
        "Truths without width or height overlap nothing and count as missed.",
        "Remove or mend these annotations.",
    ),
    Code(
        "W-310",
        "quirk of the reference",
        "A quirk of the reference tool changed a number of this strict evaluation; the message names it "
        "and gives the corrected number.",
        "See the numbered table in docs/quirks.md, or evaluate with mode='corrected'.",
    ),
)

CODES: dict[str, Code] = {entry.code: entry for entry in _ALL}
