"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from . import pages, puzzles, socket, study, tables

HANDLERS = [*tables.HANDLERS, *study.HANDLERS, *puzzles.HANDLERS, *socket.HANDLERS, *pages.HANDLERS]
