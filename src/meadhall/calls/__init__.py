"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from . import lessons, pages, socket, study, tables

HANDLERS = [*tables.HANDLERS, *study.HANDLERS, *lessons.HANDLERS, *socket.HANDLERS, *pages.HANDLERS]
