from . import datasets as datasets
from . import evaluation as evaluation
from . import keypoints as keypoints
from . import masks as masks
from . import matching as matching
from . import overlap as overlap
from . import pixels as pixels
from . import suppression as suppression
from . import tables as tables

__version__: str
