from . import datasets as datasets
from . import evaluation as evaluation
from . import masks as masks
from . import overlap as overlap

__version__: str
