"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from . import daily, health, lessons, pages, people, pictures, puzzles, socket, study, tables, together

HANDLERS = [
    *tables.HANDLERS,
    *study.HANDLERS,
    *pictures.HANDLERS,
    *lessons.HANDLERS,
    *puzzles.HANDLERS,
    *together.HANDLERS,
    *people.HANDLERS,
    *daily.HANDLERS,
    *socket.HANDLERS,
    *health.HANDLERS,
    *pages.HANDLERS,
]
