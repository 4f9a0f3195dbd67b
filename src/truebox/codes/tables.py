"""Tables, label files of a few words a line, and archives of arrays (E-42x, E-43x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-420",
        "column missing",
        "The first line of a table is no header, names a column twice, or has no column for what is needed.",
        "Write the header the message names, or say with `--columns` which column holds what.",
        example="file_name,kind,left,upper,right,lower      (no such names of columns)",
    ),
    Code(
        "E-421",
        "row of another length",
        "A row has more or fewer cells or words than its format, or one of true tracks says no class where "
        "the benchmark needs it.",
        "Quote cells that hold the delimiter, write decimal points, or complete the row; of tracks in memory "
        "pass labels for every row.",
        example="street.jpg,cat,96,144,224      (four cells are needed for the box)",
    ),
    Code(
        "E-422",
        "not a number",
        "A cell or word that must be a finite number is something else, perhaps with a decimal comma.",
        "Repair the row; numbers have a decimal point.",
        example="street.jpg,cat,96,144,wide,336",
    ),
    Code(
        "E-423",
        "box format undeclared",
        "Nothing in the file says how four numbers make a box; a wrong guess would silently give an AP of 0.",
        "Say it with `--box-format`: xyxy, xywh, cxcywh, or with rel_ for fractions.",
        example='street.jpg,cat,"[96, 144, 224, 336]"      (corners, or left, top, width, height?)',
    ),
    Code(
        "E-424",
        "image or class missing",
        "A row does not say which image it belongs to, or which class its object has.",
        "Fill the cell, or remove the row.",
        example=",cat,96,144,224,336      (of which picture?)",
    ),
    Code(
        "E-425",
        "broken quotes",
        "A delimited text has a quote that is never closed, or something behind a closed one.",
        "Close every quote, and double quotes that stand inside quoted cells.",
        example='street.jpg,"cat,96,144,224,336',
    ),
    Code(
        "E-426",
        "number of a box missing",
        "One of the four numbers of a box is an empty cell.",
        "Give each row all four numbers, or remove it.",
        example="street.jpg,cat,96,,224,336",
    ),
    Code(
        "E-427",
        "image size contradictory",
        "Rows of a table give one image two sizes, or a size that is no whole number of pixels.",
        "Give each image one size.",
        example=("street.jpg,640,480,cat,...\nstreet.jpg,1280,960,dog,..."),
    ),
    Code(
        "E-428",
        "archive or picture unreadable",
        "A NumPy archive lacks an array, holds pickles or is broken; or a picture whose size is needed is.",
        "Write the archive again from numbers and texts; name the folder of the pictures with `--images`.",
        example="found.npz with an array of Python objects, which would have to be unpickled",
    ),
    Code(
        "E-429",
        "class without name",
        "A row has a class number beyond the names that are known.",
        "Name every class with `--classes`, in the order of their numbers.",
        example="class 7, and --classes cat,dog",
    ),
    Code(
        "E-430",
        "Parquet or Arrow unreadable",
        "A Parquet or Arrow file is broken, or a column holds another type than is needed.",
        "Write the file again, with numbers as float64 and names as strings.",
        example="found.parquet whose download ended early",
    ),
    Code(
        "E-432",
        "absurdly long line",
        "A line of a label file is longer than 64 KiB.",
        "Check that it is the right file: labels have one object a line.",
        example="a label file that is one line of 300 KB, such as minified JSON",
    ),
    Code(
        "E-433",
        "name that a format cannot hold",
        "The name of a class or image has blanks or signs that the target format uses itself, or that of a "
        "class is empty, or another class has it too.",
        "Rename it, or write another format.",
        example='a class named "traffic light" in a format whose columns end at blanks',
    ),
    Code(
        "E-434",
        "DOTA detections without a class",
        "A file of DOTA detections is not named Task1_<class>.txt, and nothing else says its class.",
        "Rename the file.",
        example="detections.txt      (DOTA names it Task1_plane.txt)",
    ),
    Code(
        "E-435",
        "frame outside its sequence",
        "A line names a frame below 1, beyond the length in seqinfo.ini, or millions beyond all others.",
        "Count frames from 1, or correct seqLength.",
        example="0,1,100,100,50,80,0.9,1,1      (frames count from 1)",
    ),
    Code(
        "E-436",
        "description that does not fit",
        "A seqinfo.ini or a metadata file is broken, ambiguous, or its lists differ in length.",
        "Repair it as the message says.",
        example="seqLength=many      (in seqinfo.ini)",
    ),
    Code(
        "E-437",
        "not a MOTChallenge sequence",
        "Images that are no numbered frames, or classes that MOTChallenge lacks, cannot be written so.",
        "Rename them, or write another format.",
        example="truebox convert truth.json tracks/ --to mot      (of images named street.jpg, night.jpg)",
    ),
    Code(
        "E-438",
        "label that nobody verified",
        "A label of an image is neither there (1) nor not there (0).",
        "Give the human-verified labels of Open Images.",
        example="ImageID,Source,LabelName,Confidence\na,machine,/m/01yrx,0.7",
    ),
    Code(
        "E-439",
        "folder of Open Images",
        "A folder holds one CSV of boxes, and beside it image labels and one hierarchy of classes at most.",
        "Leave the files of one split in it, or name the file of the boxes alone.",
        example="open-images/train-boxes.csv, open-images/validation-boxes.csv",
    ),
    Code(
        "W-420",
        "decimal commas",
        "Fractions are written with a comma; it is taken as the decimal point.",
        "Nothing, if that is right; else write a point.",
        example="street.jpg;cat;96,5;144,0;224,25;336,0",
    ),
    Code(
        "W-421",
        "meaning of numbers seen",
        "The format leaves open what the numbers of a box mean; all other readings were impossible.",
        "Nothing, if the reading is right; else say it with `--box-format`.",
        example='"bbox": [600, 400, 620, 470]      (in an image of 640 x 480: only corners fit)',
    ),
    Code(
        "W-422",
        "one class",
        "Nothing in the file names a class, so all its objects are of one, called object; it joins the only "
        "class of the other side.",
        "Nothing if that is right; else name the column of the classes with `--columns label=NAME`.",
        example="image,x1,y1,x2,y2",
    ),
    Code(
        "W-423",
        "column of the other side",
        "A column given with `--columns` is not in this table, whose own names say what it holds.",
        "Nothing if the column is one of the other side's; else repair the name.",
        example="truebox eval truth.csv found.csv --columns score=p      (and truth.csv has no p)",
    ),
    Code(
        "W-424",
        "classes above classes",
        "The truth has a hierarchy of classes, and every object counts in all classes above its own too.",
        "Predict the classes above too, as Open Images asks; or leave the hierarchy out of the folder.",
        example='{"LabelName": "/m/root", "Subcategory": [{"LabelName": "/m/animal", "Subcategory": [...]}]}',
    ),
    Code(
        "W-425",
        "mask without its box",
        "No box has the image, class and coordinates of a mask of Open Images to the last digit, so that the "
        "mask is an object of its own, beside the box that it may be of.",
        "Write the coordinates of both files from one source, with all their digits.",
        example="boxes.csv:  a,/m/cat,0.123457,...\nmasks.csv:  a,/m/cat,640,480,0.1234567,...",
    ),
    Code(
        "W-426",
        "ten columns that disagree",
        "Some rows of ten columns of a truth of MOTChallenge name a class, others do not: the file is read "
        "as one of MOT15, whose last columns are places in the world, and every object is a pedestrian.",
        "Nothing for MOT15; else repair the other rows, or write the nine columns of MOT17.",
        example="1,1,10,10,5,5,1,8,0.25,-1\n2,1,10,10,5,5,1,-1,-1,-1",
    ),
)
