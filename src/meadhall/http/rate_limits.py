"""How much one address may ask for: generous for a family or a class, too little to be in anybody's way.

Each address has a bucket for each kind of wish. A wish takes a drop out of it, and it fills again by and by; what
comes while it is empty is refused, with the seconds to wait. Sockets are counted while they are open. All of this is
kept in memory, for each process on its own. The machine itself has no limits: whoever can reach it there could do
worse, and a proxy that nobody has told us of must not make all guests one.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from meadhall.core.errors import BadOption, shown
from meadhall.hall import problems
from meadhall.hall.messages import Sentence

MOST_BUCKETS = 50_000  # that are kept; the one that was used longest ago goes first
WAIT = 60  # seconds until it is worth to try again where too many sockets are open
HOME_NETWORK = 64  # bits of an IPv6 address that one household has


class Rate(Struct, frozen=True):
    """So many at once, and so many more a minute."""

    burst: int
    a_minute: float


# Thought for a class of thirty behind one address: docs/limits.md says why so many.
RATES = {
    "requests": Rate(3000, 6000),
    "tables": Rate(120, 6),
    "people": Rate(120, 6),
    "moves": Rate(600, 1800),
    "talk": Rate(120, 300),
    "thinking": Rate(400, 240),
    "study": Rate(200, 300),
    "messages": Rate(600, 1200),
    "guesses": Rate(120, 12),
}
COUNTS = {"sockets": 500, "table-sockets": 2000}
WORDS = {
    "requests": Sentence("requests", "Anfragen"),
    "tables": Sentence("new tables", "neue Tische"),
    "people": Sentence("new people", "neue Leute"),
    "moves": Sentence("moves", "Züge"),
    "talk": Sentence("lines of talk", "Zeilen im Gespräch"),
    "thinking": Sentence("questions to the bots", "Fragen an die Bots"),
    "study": Sentence("matches to look back at", "Partien zum Nachsehen"),
    "messages": Sentence("messages", "Nachrichten"),
    "guesses": Sentence("questions about tables that are not here", "Fragen nach Tischen, die es hier nicht gibt,"),
    "sockets": Sentence("open tables", "offene Tische"),
}


class Limits:
    """What each address has asked for lately, and what it may ask for."""

    def __init__(self, proxies: int = 0, settings: Iterable[str] = (), now: Callable[[], float] = time.monotonic):
        self.proxies = proxies
        self.rates, self.counts = dict(RATES), dict(COUNTS)
        for setting in settings:
            self._set(setting)
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # drops in it, and when
        self._open: Counter[tuple[str, str]] = Counter()

    def _set(self, setting: str) -> None:
        """Understand tables=240:12, sockets=1000, talk=off or all=off."""
        name, _, value = (part.strip() for part in setting.partition("="))
        many, colon, more = value.partition(":")
        if value == "off" and name == "all":
            self.rates, self.counts = {}, {}
        elif value == "off" and name in (*RATES, *COUNTS):
            self.rates.pop(name, None)
            self.counts.pop(name, None)
        elif name in RATES and colon and _is_number(many) and _is_number(more):
            self.rates[name] = Rate(int(many), int(more))
        elif name in COUNTS and not colon and _is_number(many):
            self.counts[name] = int(many)
        else:
            raise BadOption(
                f"limit cannot be {shown(setting)}; it can be NAME=AT_ONCE:A_MINUTE with {', '.join(RATES)}, "
                f"NAME=NUMBER with {', '.join(COUNTS)}, NAME=off, or all=off"
            )

    def address(self, peer: str | None, forwarded: Iterable[str]) -> str | None:
        """Say who asks: the peer, or behind so many proxies whom they have noted; None for this machine itself.

        Every proxy appends whom it has seen, so only the last entries can be believed.
        """
        seen = _noted(forwarded) if self.proxies else []
        known = seen[-self.proxies] if len(seen) >= self.proxies > 0 else peer or ""
        try:
            address = ipaddress.ip_address(known.strip("[]").partition("%")[0])
        except ValueError:
            return known[:60] if seen else None  # of a socket that is no network's
        if isinstance(address, ipaddress.IPv6Address):
            address = address.ipv4_mapped or address
        if address.is_loopback:
            return None
        home = ipaddress.ip_network((address, HOME_NETWORK if address.version == 6 else 32), strict=False)
        return str(home.network_address)

    def scheme(self, own: str, forwarded: Iterable[str], schemes: Iterable[str]) -> str:
        """Return over what a browser has asked: behind so many proxies, what they have noted.

        Proxies that say nothing are there for HTTPS. What did not come through them came over our own scheme.
        """
        if not self.proxies or len(_noted(forwarded)) < self.proxies:
            return own
        seen = _noted(schemes)
        return (seen[-self.proxies :] or ["https"])[0]

    def check(self, kind: str, address: str | None) -> None:
        """Refuse what take would refuse, and take nothing."""
        self.take(kind, address, 0)

    def take(self, kind: str, address: str | None, drops: int = 1) -> None:
        """Let an address have what it wishes, or say how long to wait."""
        rate = self.rates.get(kind)
        if rate is None or address is None:
            return
        key, now = (kind, address), self._now()
        left, at = self._buckets.pop(key, (float(rate.burst), now))
        left = min(rate.burst, left + (now - at) * rate.a_minute / 60)
        self._buckets[key] = (left - drops if left >= 1 else left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if left < 1:
            wait = (1 - left) * 60 / rate.a_minute if rate.a_minute else 3600.0
            raise problems.too_many(WORDS[kind], math.ceil(wait))

    @contextmanager
    def socket(self, address: str | None, table: str) -> Iterator[None]:
        """Count a socket while it is open."""
        keys = [] if address is None else [("sockets", address), ("table-sockets", table)]
        full = [kind for kind, whose in keys if self._open[kind, whose] >= self.counts.get(kind, math.inf)]
        if full:
            raise problems.too_many(WORDS["sockets"], WAIT) if "sockets" in full else problems.crowded(WAIT)
        self._open.update(keys)
        try:
            yield
        finally:
            self._open.subtract(keys)
            for key in keys:
                if not self._open[key]:
                    del self._open[key]


def _noted(lines: Iterable[str]) -> list[str]:
    """List what proxies have noted in a header, the last one at the end."""
    return [one.strip() for line in lines for one in line.split(",")]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
