"""The quirks of the reference tools in words, as in the tables of ``docs/quirks.md``."""

from __future__ import annotations

from dataclasses import dataclass

from truebox.evaluation.quirk_words import QUIRK_WORDS, TRACK_QUIRKS

__all__ = ["QUIRK_TEXTS", "QuirkText"]


@dataclass(frozen=True, slots=True)
class QuirkText:
    """One row of the tables; `corrected` is empty where both modes do the same.

    Examples
    --------
    >>> QUIRK_TEXTS["Q8"].title
    'equal scores are ranked by the order of the file'
    """

    title: str
    where: str
    strict: str
    corrected: str = ""


QUIRK_TEXTS = {
    "Q1": QuirkText(
        "a match with the annotation of id 0 counts as no match",
        "`evaluateImg`: `dtm` stores the truth's id as a float (also that of a text such as "
        '`"0"`), and 0 means none',
        "the truth is used up, the detection counts as false",
        "ids have no meaning",
    ),
    "Q2": QuirkText(
        "the `ignore` key of annotations is not read",
        "`_prepare` overwrites `gt['ignore']` with `iscrowd`",
        "such truths count",
        "they are ignored: matched once, by plain overlap, after all others",
    ),
    "Q3": QuirkText(
        "AP is read at exactly 100 detections per image, all else at the third cap",
        "`_summarize(1)` uses its default; `maxDets[2]`",
        "AP is undefined unless 100 is among `max_detections`",
        "everything is read at the largest cap",
    ),
    "Q4": QuirkText(
        "fewer than three caps on detections per image have no headline numbers",
        "`_summarizeDets` raises `IndexError`",
        "defined: the largest cap stands for the third; `stats` is -1 where there is no cap",
        "the same",
    ),
    "Q5": QuirkText(
        'the area range "all" ends at 1e10',
        "`Params.setDetParams`",
        "larger truths are ignored",
        "ranges that reach 1e10 have no end",
    ),
    "Q6": QuirkText(
        "an area on the bound of two ranges belongs to both",
        "`evaluateImg` compares with `<` and `>`",
        "area 1024 is small and medium",
        "ranges are half open: 1024 is medium",
    ),
    "Q7": QuirkText(
        "annotations that share an id all become the last one of them",
        "`loadAnns` looks ids up in a table",
        "the last one, once for every occurrence",
        "every annotation is itself",
    ),
    "Q8": QuirkText(
        "equal scores are ranked by the order of the file",
        "stable `argsort(-score)`; images by sorted id",
        "file order; between images, the order of their ids (texts: alphabetical)",
        "by x, y, width, height of the box, then image; truths of equal overlap too",
    ),
    "Q9": QuirkText(
        "the IoU threshold 1 is lowered to 1 - 1e-10",
        "`evaluateImg`: `min([t, 1-1e-10])`",
        "lowered",
        "1 means 1",
    ),
    "Q10": QuirkText(
        "2**-52 is added to the denominator of precision",
        "`accumulate`: `np.spacing(1)`",
        "a perfect first detection has precision 0.9999999999999998",
        "1",
    ),
    "Q11": QuirkText(
        "default thresholds miss their decimals by one rounding",
        "`np.linspace` gives 0.7000000000000001 and 0.8999999999999999",
        "kept",
        "0.7, 0.9",
    ),
    "Q12": QuirkText(
        "recall thresholds after the first unreachable one count as missed",
        "`accumulate`: one `try` around the loop over thresholds",
        "kept (matters only for unsorted thresholds)",
        "each threshold by itself",
    ),
    "Q13": QuirkText(
        "without classes, equal scores are ranked by the order of the class list",
        "`evaluateImg` with `useCats=0` concatenates class by class",
        "kept",
        "as Q8; the class list has no influence",
    ),
    "Q14": QuirkText(
        "no predictions at all",
        "`loadRes` raises `IndexError`",
        "AP 0, warning `W-303`",
    ),
    "Q15": QuirkText(
        "predictions of a category the truth does not list",
        "dropped in silence",
        "refused, `E-131`, with the likely mapping",
    ),
    "Q16": QuirkText(
        "boxes of NaN match everything",
        "`NaN < threshold` is false in `evaluateImg`",
        "refused, `E-138`",
    ),
    "Q17": QuirkText(
        "a category listed twice, without classes, doubles its objects",
        "`evaluateImg` with `useCats=0`",
        "refused",
    ),
    "Q18": QuirkText(
        "boxes so small that their area underflows to 0 (sides below about 1e-162) match everything",
        "`bbIou` divides 0 by 0, and `NaN < threshold` is false",
        "they overlap by 0",
    ),
    "Q19": QuirkText(
        "without classes, keypoints never match",
        "`computeOks` looks for the objects of category -1",
        "every detection is false, AP 0",
        "they match",
    ),
    "Q20": QuirkText(
        "the size class of a mask is that of its box where results have boxes",
        "`loadRes` looks for `bbox` in the first row",
        "width x height decides",
        "the mask's own area decides",
    ),
    "Q21": QuirkText(
        "keypoint numbers are read at exactly 20 detections per image",
        "`_summarizeKps`",
        "undefined unless 20 is among `max_detections`",
        "read at the largest cap",
    ),
    "Q22": QuirkText(
        "run lengths that end before their image are filled with whatever lies in memory",
        "`rleDecode`, `rleIou`",
        "refused, `E-160`",
    ),
    "Q23": QuirkText(
        "a polygon of four numbers raises `TypeError`",
        "`frPyObjects` takes it for a box",
        "refused, `E-167`",
    ),
    "Q24": QuirkText(
        "a mask of another size than its image overlaps nothing, in silence",
        "`rleIou` gives -1",
        "refused, `E-164`, with both sizes",
    ),
    "Q25": QuirkText(
        "results with polygons or plain counts, but without boxes, raise",
        "`loadRes` takes compressed run lengths only",
        "evaluated, with the area of the mask",
    ),
    "Q26": QuirkText(
        "polygons, and boxes in place of masks, are drawn as nothing in an image listed as 0 x 0",
        "`annToRLE` takes the listed size",
        "refused, `E-164` (also where no size is listed)",
    ),
    "Q27": QuirkText(
        "of image ids that are fractions as written (3.0) and beyond 2**53, or that lie on both sides of "
        "2**63, some images are lost",
        "`np.unique` makes all ids float64",
        "every id is exact, every image counts",
    ),
    "Q28": QuirkText(
        "keypoints in lists of whole numbers are compared as 64-bit integers, exact beyond 2**53 and wrong "
        "beyond 2**63",
        "`computeOks` subtracts what `np.array` makes of each list",
        "from 2**53 on refused, `E-170`",
    ),
    "V1": QuirkText(
        "a class without truth has AP 0 with eleven points and NaN with all",
        "recall is 0 divided by 0",
        "undefined, and left out of the mean",
    ),
    "V2": QuirkText(
        "where only difficult objects were detected, precision is 0 divided by 0",
        "`prec=tp./(fp+tp)`",
        "0: nothing was found",
    ),
    "V3": QuirkText(
        "eleven points of 1 add up to 1.0000000000000002",
        "each is divided by 11 before it is added",
        "their mean, 1; equal to the kit within 1e-15",
    ),
    "T1": QuirkText(
        "a label that the truth does not know raises `KeyError`",
        "`_import_prediction`",
        "its detections are false, in a class without truth that no mean counts; warning `W-152`",
    ),
    "T2": QuirkText(
        "a class that nothing predicts has AP 0",
        "`_get_predictions_with_label`",
        "the same: it is a class of the truth",
    ),
    "U1": QuirkText(
        "precision falls from the last detection to recall 1 in a straight line",
        "`compute_ap`: sentinels (1, 0) and `np.interp`; yolov5, and ultralytics before 8.4.40",
        "kept, and reported as `W-310`",
        "precision is 0 beyond the recall that is reached",
    ),
    "U2": QuirkText(
        "precision at recall 1 is 0, so a perfect AP is 0.995",
        "`compute_ap`: interpolation takes what follows a recall that is reached exactly",
        "kept",
        "a recall that is reached counts",
    ),
    "D1": QuirkText(
        "objects marked difficult count as all others",
        "`parse_gt` of the scripts for 1.5",
        "kept, and reported as `W-310`",
        "neither found nor missed",
    ),
    "D4": QuirkText(
        "a class without truth has AP 0 with eleven points and NaN with all",
        "recall is 0 divided by 0",
        "0, and in the mean",
        "left out of the mean",
    ),
    "R1": QuirkText(
        "where the first false positive is beyond a reference, the last recall is read there",
        "`accumulate` of CityPersons: `searchsorted(...) - 1` is -1, the last index; below 100 images only",
        "kept, and reported as `W-310`",
        "nothing is found there",
    ),
    "R2": QuirkText(
        "where nobody counts, the rate is -1, or nearly 0",
        "`summarize` of CityPersons; `compRoc` of the toolbox takes 0/0 for a find",
        "undefined, with the reason",
    ),
    "R4": QuirkText(
        "only the class of id 1 counts",
        "`accumulate` of CityPersons: `catIds = [1]`",
        "kept, and reported as `W-310`",
        "the mean over all classes",
    ),
    "C1": QuirkText(
        "AP has no area left of the first detection",
        "`_calculate_map` of CrowdDet: trapezoids from the first point on, and no envelope",
        "kept, and reported as `W-310`",
        "the area under the envelope of precision",
    ),
    "C2": QuirkText(
        "misses are read at or beyond a reference, not within it",
        "`_find_gt` of `eval_MR`",
        "kept, and reported as `W-310`",
        "the last point within it, as Caltech's code reads",
    ),
    "C3": QuirkText(
        "an image without people, and a truth without people that count, are not read",
        "`load_gt_boxes` returns one value for two; 0/0",
        "an image without truth; undefined, with the reason",
    ),
    "C4": QuirkText(
        "the tag `background` is missed and excuses what lies in it, both",
        "`PERSON_CLASSES`: its number is 0, neither counted nor ignored",
        "a region to be ignored",
    ),
    "C5": QuirkText(
        "the Jaccard index of a detector without a fault is 0.9999990 to 0.9999999",
        "`compute_JI_with_ignore`: `eps` of 1e-6 in the denominator of every image",
        "the same",
    ),
    "C6": QuirkText(
        "without a detection the miss rate is NaN",
        "`eval_MR`: the mean of nothing",
        "1: everybody is missed",
    ),
    "C7": QuirkText(
        "equal scores of several images stand in the order in which the truth lists these",
        "`compare` goes through the images of the truth",
        "in the order of the results; the same where both files list images alike",
    ),
    "J1": QuirkText(
        "without boxes in the first row of the results, detections of any part are as large as their body",
        "`loadRes` takes the extent of `keypoints`",
        "the same",
    ),
    "J2": QuirkText(
        "detections of which no point has a third number above 0 are left out, before the twenty best "
        "are taken",
        "`_prepare`",
        "the same",
    ),
    "W2": QuirkText(
        "images without any face are passed over, with their false positives",
        "`evaluation`: `continue`",
        "kept",
        "they count",
    ),
    "W4": QuirkText(
        "names lose j, p, g and dots at their end",
        "`get_preds`: `rstrip('.jpg')`",
        "an image is called as its file, without the suffix",
    ),
    "W5": QuirkText(
        "scores, stretched to [0, 1], are cut at a thousand steps",
        "`norm_score`, `img_pr_info`",
        "kept, and reported as `W-310`",
        "every detection is a step",
    ),
    "W6": QuirkText(
        "detections are taken in the order of the file",
        "`image_eval`: files must be sorted by score",
        "by score, and equal scores in the order of the file",
    ),
    **{key: QuirkText(*words) for key, words in QUIRK_WORDS.items()},
    "B1": QuirkText(
        "scores are cut in steps of 0.01, and the curve is a line between the points found",
        "`GetConfig`: `score_cutoffs`; `ComputeMeanAveragePrecision`: trapezoids, gaps above 0.05 filled",
        "kept, and reported as `W-310`",
        "every score is a cut, and precision is the greatest at the recall or beyond it",
    ),
    "B2": QuirkText(
        "a class without objects has AP 0, and is in every mean",
        "`ToDetectionMetrics`: recall 0 where nothing is to be found",
        "kept, and reported as `W-310`",
        "undefined, and in no mean",
    ),
    "B3": QuirkText(
        "objects of level 2 that are found count as found at level 1, those that are missed do not count",
        "`IsDetectionFN` looks at levels, `IsTP` does not",
        "the same",
    ),
    "B4": QuirkText(
        "a detection across the bound of a range from its object is false, and the object missed",
        "`BuildSubsets`: both sides are cut before they are matched",
        "the same",
    ),
    "B5": QuirkText(
        "numbers are of single precision: AP of a perfect detector is 1.0000001",
        "`ComputeMeanAveragePrecision`, `MergeDetectionMeasurement`: `float`",
        "kept",
        "double precision",
    ),
    "B6": QuirkText(
        "a footprint that is an object's turned by half overlaps it wholly or not at all, by rounding",
        "`Polygon2d::ComputeIntersectionVertices`: polygons that share a side",
        "wholly",
    ),
    "B7": QuirkText(
        "of equal overlaps either detection may have the object, which APH can show, and AP at level 1 where "
        "objects of two levels lie there",
        "`HungarianMatcher`: weights in millionths",
        "of those of one object the first of the file",
    ),
    "F1": QuirkText(
        "where nothing is found at all, the score is NaN",
        "`compute_froc_curve_one_iou`: 0/0 in `roc_curve`",
        "0",
    ),
    "O1": QuirkText(
        "equal scores are ranked by an unstable sort, turned round",
        "`np.argsort` in `np_box_list_ops` and `metrics.py`: the kit's order depends on the machine",
        "equal scores stand in the order of the file, as Q8 says",
        "by the content of their boxes",
    ),
    "O2": QuirkText(
        "in single precision, overlaps of exactly one half fall to either side",
        "the csv driver reads `float64`; TensorFlow models hand over `float32`",
        "numbers as they are read, in double precision",
    ),
    "P1": QuirkText(
        "the area of a true segment is what the JSON states",
        "`pq_compute_single_core`: `gt_segms[...]['area']`",
        "kept; `W-180` where it is not the number of pixels",
        "pixels are counted",
    ),
    "P2": QuirkText(
        "of several crowds of a class in an image, only the last excuses predictions",
        "`crowd_labels_dict[category] = label`",
        "kept",
        "all of them do",
    ),
    "P3": QuirkText(
        "a class without a match has SQ 0, which enters the mean",
        "`pq_average`",
        "kept",
        "SQ is undefined and left out",
    ),
    **{key: QuirkText(*words) for key, words in TRACK_QUIRKS.items()},
}
