"""Tracks: what is refused, and what is said of their numbers (E/W-580 to 599)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-580",
        "a track twice in a frame",
        "An object has one box in a frame, and here one id has two.",
        "Give every object of a frame an id of its own.",
        example="1,7,10,10,40,40,1,-1,-1,-1\n1,7,90,10,40,40,1,-1,-1,-1",
    ),
    Code(
        "E-581",
        "no files of tracks",
        "No file here has lines that begin with frame, track and a box, or only folders of trackers have.",
        "Give a folder with SEQ/gt/gt.txt or SEQ.txt, one such file, or a table with columns of frame, id "
        "and box; of trackers the folder of each.",
        example="truebox eval gt/ pictures/ --protocol mot17",
    ),
    Code(
        "E-582",
        "sequences without results",
        "Sequences of the truth have no results, or the results are of other sequences.",
        "Where nothing was found, write an empty file, or black pictures; or "
        "evaluate some sequences with --sequences.",
        example="gt/MOT17-02 and gt/MOT17-04, results/MOT17-02.txt",
    ),
    Code(
        "E-583",
        "rows without a track",
        "Ids are negative: those of detections, or ids that tools that take them as places confuse.",
        "Number tracks from 0 on; make tracks of detections with truebox track.",
        example="1,-1,10,10,40,40,0.9,-1,-1,-1      (a detection)",
    ),
    Code(
        "E-584",
        "tracks that fit only under another reading",
        "Nearly nothing fits the truth as it is read, and much with other frames, sizes or layouts of boxes.",
        "Pass the flag that the message names, or write the results as their format says.",
        example="frames counted from 0 in a format that counts from 1",
    ),
    Code(
        "E-585",
        "a class that is not evaluated",
        "The benchmark evaluates one class, and the result names another in its column of classes or its "
        "labels; or the truth names one that the benchmark does not have.",
        "Results: write -1 there for pedestrians, in memory 1, or leave labels out. Truth: write the numbers "
        "of the benchmark. Or evaluate every class with --protocol tracks.",
        example="1,7,10,10,40,40,0.9,3,-1,-1",
    ),
    Code(
        "W-586",
        "sequences left out",
        "One side has sequences that the other has not.",
        "Nothing if that is meant.",
        example="results/MOT17-01.txt, a sequence of the test set",
    ),
    Code(
        "W-587",
        "protocol by the files",
        "No protocol was named, and both sides have tracks: they are evaluated as such, by the rules of the "
        "benchmark that names and columns tell.",
        "Nothing if that is meant; else name a protocol, such as `--protocol coco`.",
        example="truebox eval gt/ trackerA/",
    ),
    Code(
        "W-588",
        "tracks that may be read wrongly",
        "More would fit with frames shifted, results are of every n-th frame only or of none, boxes have "
        "negative sides, repeat others of their frame or are all too large or to one side, ids start again "
        "within a sequence, one sequence fits as the others do only under another reading or with the boxes "
        "of another, many frames in a row have no box of one side, no box of the truth counts, or some boxes "
        "have a class and others none.",
        "Pass the flag that the message names, or write results of every frame, with ids of their own. What "
        "is said of one sequence is mended in its file.",
        example="frames 1, 6, 11, 16 of a video whose truth has every frame",
    ),
    Code(
        "E-589",
        "masks that overlap",
        "The benchmark gives every pixel of a frame to one object at most, and here two share some.",
        "Give every pixel to one object, such as the one with the higher score.",
        example="two masks of a detector that was never asked to keep them apart",
    ),
    Code(
        "E-590",
        "boxes where masks are compared",
        "One side has masks and the other boxes, or the benchmark is of masks and these are boxes.",
        "Give masks on both sides, or boxes on both.",
        example="truebox eval gt/ boxes/ --protocol mots",
    ),
    Code(
        "E-591",
        "tracks that do not fit their video",
        "A track is of no video or class of the truth, or its list is not as long as the video.",
        "List the video and the class; write one entry for each frame, null where the object is not seen.",
        example='{"video_id": 1, "segmentations": [null, null]}      (of a video of 3 frames)',
    ),
    Code(
        "W-592",
        "tracks left out",
        "Results name videos or classes that the truth does not have: they count nowhere.",
        "Nothing if the truth is a part of what was predicted; else compare the ids of both files.",
        example='{"video_id": 99, "category_id": 1, "score": 0.5, "segmentations": [...]}',
    ),
    Code(
        "E-593",
        "pictures missing",
        "Results have more or fewer pictures of a sequence than the truth, so frames cannot be told.",
        "Write one picture for each frame, black where nothing is found.",
        example="Annotations/bear with 82 pictures, results/bear with 81",
    ),
    Code(
        "W-594",
        "regions to be ignored left out",
        "The truth has regions in which nothing is evaluated, or other things: tracks found there are wrong.",
        "Remove such tracks from the results of every tracker that you compare.",
        example="1,0,593,743,99,120,0,0,0,0      (VisDrone, category 0)",
    ),
    Code(
        "E-595",
        "an object that was not given",
        "Objects are given in the first picture of the truth, and results have another number.",
        "Give objects the numbers of the first picture; evaluate proposals with --protocol davis.",
        example="--protocol davis_semi_supervised, a pixel of 4 where the first picture has 1 and 2",
    ),
    Code(
        "E-596",
        "a line that is no box",
        "In files of one object each line is the box of a frame: four numbers, x, y, width, height.",
        "Write every frame, the first included; 0,0,0,0 where nothing is found.",
        example="216.50,95.00,57,\n(an empty line)\nnan,nan,nan,nan      (in results)",
    ),
    Code(
        "E-597",
        "another number of frames",
        "A file of one object has more or fewer lines than the truth has frames.",
        "Write one line for every frame; where the tracker stopped, 0,0,0,0 up to the end.",
        example="Basketball.txt with 724 lines, groundtruth_rect.txt with 725",
    ),
    Code(
        "E-598",
        "pictures of unknown size",
        "GOT-10k clips boxes to the picture, and meta_info.ini does not say how large that is.",
        "Put the data set's meta_info.ini into the folder of the sequence.",
        example="resolution: (1920, 1080)",
    ),
    Code(
        "W-599",
        "frames of one object that count otherwise",
        "Frames are marked as occluded and count, marks are missing, or a first box is not the given one.",
        "Nothing if that is meant; the message says what was done.",
        example="full_occlusion.txt has 1 in a frame whose box is no NaN (LaSOT)",
    ),
)
