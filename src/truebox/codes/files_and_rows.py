"""Files and rows of COCO, LVIS and parsed data, and what readers notice and mend in any (10x to 14x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-101",
        "no such file",
        "The path does not exist or cannot be opened.",
        "Check the path and its permissions.",
        example="truebox eval truht.json predictions.json",
    ),
    Code(
        "E-102",
        "a directory, not a file",
        "The path names a directory where one JSON file is expected.",
        "Name the JSON file itself.",
        example="truebox eval annotations/ predictions.json      (a folder that holds no known format)",
    ),
    Code(
        "E-103",
        "empty file",
        "The file holds no bytes, or only blanks.",
        "Write the file again; an empty list of predictions is `[]`.",
        example="an answer of 0 bytes where predictions.json should be; no detections at all are: []",
    ),
    Code(
        "E-104",
        "not JSON",
        "The text breaks the JSON grammar at the byte named: cut short, NaN, a comma too many.",
        "Repair that place, or write the file again with a JSON library.",
        example=(
            '[{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5},      (cut off)'
        ),
    ),
    Code(
        "E-105",
        "wrong text encoding",
        "The text is not UTF-8 without a byte-order mark, or holds half of a surrogate pair.",
        'Save it as UTF-8; in Python `open(path, "w", encoding="utf-8")`.',
        example="a file saved as UTF-16 or Latin-1, such as by an editor on Windows",
    ),
    Code(
        "E-106",
        "duplicate key",
        "One JSON object has a key twice, so which value counts is unknown.",
        "Keep one of the two values.",
        example=(
            '[{"image_id": 1, "image_id": 2, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5}]'
        ),
    ),
    Code(
        "E-107",
        "nested too deep",
        "Values are nested deeper than any annotation file needs.",
        "Check that the file is the one you meant.",
        example="[[[[[[[[ ... several hundred brackets",
    ),
    Code(
        "E-108",
        "not a COCO truth",
        "The data is not an object with the lists `images`, `annotations` and `categories`.",
        "Pass the truth first and the predictions second, or convert the file to COCO.",
        example=(
            '[{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5}]      '
            "(results, given as the truth)"
        ),
    ),
    Code(
        "E-109",
        "not COCO results",
        "The data is not one list of objects with `image_id`, `category_id`, `bbox` and `score`.",
        "Write that list alone, not wrapped in an object.",
        example='{"images": [], "annotations": [], "categories": []}      (a truth, given as predictions)',
    ),
    Code(
        "E-110",
        "broken compressed file",
        "The compressed data ends early, is damaged, or grows out of all proportion.",
        "Compress or copy the file again.",
        example="truth.json.gz, of which the download ended early",
    ),
    Code(
        "E-120",
        "box of the wrong shape",
        "A box is missing, is not a list of 4 numbers, or holds something that is not a number.",
        "Write `[x, y, width, height]` in absolute pixels.",
        example='{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40], "score": 0.5}',
    ),
    Code(
        "E-121",
        "box not finite",
        "A box holds NaN, Infinity, or a number beyond 1e100.",
        "Remove or repair such boxes: they would score by accident.",
        example='{"image_id": 1, "category_id": 1, "bbox": [10, 10, 1e200, 40], "score": 0.5}',
    ),
    Code(
        "E-122",
        "negative width or height",
        "A box has a negative size, so its corners are swapped or it has another format.",
        "Write `width = x_max - x_min`; for arrays pass the right `box_format`.",
        example='{"image_id": 1, "category_id": 1, "bbox": [50, 50, -40, 40], "score": 0.5}',
    ),
    Code(
        "E-123",
        "score missing",
        "A prediction has no score, so it cannot be ranked.",
        "Add the score of every prediction.",
        example='{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}',
    ),
    Code(
        "E-124",
        "score not a finite number",
        "A score is text, null, a truth value, NaN or infinite.",
        "Write scores as finite numbers.",
        example='{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": "high"}',
    ),
    Code(
        "E-125",
        "id or label missing",
        "A row has no `id`, `image_id`, `category_id` or label.",
        "Add it to every row.",
        example='{"category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5}',
    ),
    Code(
        "E-126",
        "id of the wrong type",
        "An id is neither a string nor an exact integer.",
        "Write ids as integers or strings, the same in both files.",
        example='{"image_id": 1.5, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5}',
    ),
    Code(
        "E-127",
        "mixed id types",
        'One column of ids holds integers and strings: whether 7 and "7" are the same is unknown.',
        "Write every id of a column the same way.",
        example=(
            '{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5},\n'
            '{"image_id": "1", "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5}'
        ),
    ),
    Code(
        "E-128",
        "area invalid",
        "An area is negative, not finite, or not a number.",
        "Write the area in square pixels, or leave it out.",
        example='{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "area": -1600}',
    ),
    Code(
        "E-129",
        "flag invalid",
        "`iscrowd` or `ignore` is neither 0 nor 1.",
        "Write 0 or 1, or leave it out.",
        example='{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "iscrowd": 2}',
    ),
    Code(
        "E-130",
        "unknown image",
        "A prediction names an image that the truth does not list.",
        "Evaluate against the truth the predictions were made for, and write image ids as it does.",
        example=(
            '{"image_id": 99, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5}      (the '
            "truth has no image 99)"
        ),
    ),
    Code(
        "E-131",
        "unknown category",
        "A prediction names a category that the truth does not list.",
        "Map the detector's classes to the category ids of the truth; the message proposes a mapping.",
        example=(
            '{"image_id": 1, "category_id": 0, "bbox": [10, 10, 40, 40], "score": 0.5}      (the '
            "truth counts from 1)"
        ),
    ),
    Code(
        "E-132",
        "image id used twice",
        "Two images have the same id but another size or file name.",
        "Give each image its own id.",
        example='"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 1, "file_name": "b.jpg"}]',
    ),
    Code(
        "E-133",
        "category id used twice",
        "Two categories have the same id.",
        "Give each category its own id.",
        example='"categories": [{"id": 1, "name": "cat"}, {"id": 1, "name": "dog"}]',
    ),
    Code(
        "E-134",
        "category without name",
        "A category has no name, or one that is not text.",
        "Add a `name` to every category.",
        example='"categories": [{"id": 1}]',
    ),
    Code(
        "E-135",
        "row is not an object",
        "A list of images, annotations, categories or results holds something else.",
        "Remove or repair the row.",
        example="[[1, 10, 10, 40, 40, 0.5, 1]]      (a list of lists where objects are needed)",
    ),
    Code(
        "E-136",
        "image entry invalid",
        "The width, height or file name of an image has the wrong type.",
        "Write sizes as whole numbers and names as text, or leave them out.",
        example='"images": [{"id": 1, "width": "640 px", "height": 480}]',
    ),
    Code(
        "E-137",
        "arrays do not fit together",
        "Arrays of one image are missing, have different lengths or the wrong type.",
        "Give `boxes` [n, 4], `labels` [n] and, for predictions, `scores` [n] per image.",
        example=(
            '{"boxes": [[10, 10, 50, 50]], "labels": [1, 1], "scores": [0.5]}      (one box, two labels)'
        ),
    ),
    Code(
        "E-138",
        "impossible box",
        "A box is not finite, has a negative size, or its area overflows; or a truth has an impossible area.",
        "Write boxes as x, y, width, height; if these are corners, convert them first.",
        example='tb.evaluate(truth, [{"boxes": [[10, 10, nan, 50]], "labels": [1], "scores": [0.5]}])',
    ),
    Code(
        "E-139",
        "impossible score",
        "A score is not a finite number, so the detection cannot be ranked.",
        "Give every detection a finite score.",
        example='tb.evaluate(truth, [{"boxes": [[10, 10, 50, 50]], "labels": [1], "scores": [nan]}])',
    ),
    Code(
        "W-140",
        "areas missing",
        "Annotations have no area; width x height (of masks, the mask's area) is used, which can move them "
        "between size classes.",
        "Add the area of the object's mask to every annotation.",
        example='{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}',
    ),
    Code(
        "W-141",
        "boxes without area",
        "Annotations have zero width or height and can never be matched; they count as missed.",
        "Remove or repair them.",
        example='"bbox": [10, 10, 0, 40]',
    ),
    Code(
        "W-142",
        "annotation ids repeated",
        "Annotations share an id. Reading keeps them all; some tools lose matches because of it.",
        "Number the annotations 1, 2, 3, ...",
        example='{"id": 5, "image_id": 1, ...}, {"id": 5, "image_id": 2, ...}',
    ),
    Code(
        "W-143",
        "images listed twice",
        "The same image (id, size, file name) is listed more than once and counted once.",
        "List each image once.",
        example='"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 1, "file_name": "a.jpg"}]',
    ),
    Code(
        "W-144",
        "boxes out of segmentations",
        "Annotations have a segmentation and no bbox: the extent of the polygons, or the box of the run "
        "lengths, is their box. The reference does so for results, and stops at such a truth.",
        "Nothing, if that is what the boxes are; evaluate the masks with --geometry masks.",
        example='{"id": 5, "image_id": 1, "category_id": 1, "segmentation": [[10, 10, 60, 10, 60, 40]]}',
    ),
    Code(
        "E-145",
        "not an LVIS truth",
        "An image or a category lacks what LVIS adds: which classes were looked for, how frequent one is.",
        "Use the truth of LVIS, or evaluate with the protocol coco.",
        example='"categories": [{"id": 1, "name": "cat"}]      (LVIS has a "frequency" here)',
    ),
    Code(
        "E-146",
        "results against a protocol's rules",
        "The protocol says what a result file must hold, as its kit does: every sample, and no more "
        "detections of one than are allowed.",
        "List every sample, with `[]` where nothing is found, and keep the detections of the highest scores.",
        example='{"results": {"sample a": [...]}}      (and the truth has sample b too)',
    ),
    Code(
        "W-147",
        "scores that are no finite numbers, ranked as the reference does",
        "A stand-in for another tool was given scores that are NaN or infinite, and answers as that tool: "
        "NaN is ranked last, infinity first.",
        "Give every detection a finite score: NaN in a score mostly says that a network broke in training.",
        example='truth.loadRes([{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": nan}])',
    ),
)
