"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from . import daily, pages, socket, study, tables

HANDLERS = [*tables.HANDLERS, *study.HANDLERS, *daily.HANDLERS, *socket.HANDLERS, *pages.HANDLERS]
