"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from . import pages, people, socket, study, tables, together

HANDLERS = [
    *tables.HANDLERS,
    *study.HANDLERS,
    *together.HANDLERS,
    *people.HANDLERS,
    *socket.HANDLERS,
    *pages.HANDLERS,
]
