"""The hall's door: routes, sockets, guards, files. It knows no rules and no SQL."""
