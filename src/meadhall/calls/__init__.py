"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from . import pages, socket, tables

HANDLERS = [*tables.HANDLERS, *socket.HANDLERS, *pages.HANDLERS]
