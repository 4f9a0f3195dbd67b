from . import arrow as arrow
from . import cell_means as cell_means
from . import datasets as datasets
from . import diagnosis as diagnosis
from . import drawing as drawing
from . import drop_in as drop_in
from . import evaluation as evaluation
from . import followed as followed
from . import grouping as grouping
from . import keypoints as keypoints
from . import label_files as label_files
from . import looks as looks
from . import losses as losses
from . import masks as masks
from . import matching as matching
from . import overlap as overlap
from . import packing as packing
from . import pixels as pixels
from . import resampling as resampling
from . import suppression as suppression
from . import tables as tables

__version__: str
