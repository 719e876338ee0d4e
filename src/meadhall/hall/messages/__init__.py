"""What browser and server say to each other; web/src/wire.ts is generated from these types.

Sentences come in both languages, so that a change of language needs no answer from the server.
"""

from .daily import *
from .hall import *
from .learning import *
from .owners import *
from .people import *
from .study import *
from .table import *
