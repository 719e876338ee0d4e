"""The rooms: one folder a game. Nobody imports them; `core.registry` finds them."""
