"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from . import pages, pictures, socket, study, tables

HANDLERS = [*tables.HANDLERS, *study.HANDLERS, *pictures.HANDLERS, *socket.HANDLERS, *pages.HANDLERS]
