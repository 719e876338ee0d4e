"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from . import pages, socket, study, tables, together

HANDLERS = [*tables.HANDLERS, *study.HANDLERS, *together.HANDLERS, *socket.HANDLERS, *pages.HANDLERS]
