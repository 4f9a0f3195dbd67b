from . import datasets as datasets
from . import evaluation as evaluation
from . import keypoints as keypoints
from . import masks as masks
from . import overlap as overlap

__version__: str
