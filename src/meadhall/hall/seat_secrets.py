"""What opens a seat: secrets, and the digests of them that are kept."""

from __future__ import annotations

import hmac
import itertools
from collections.abc import Iterable, Iterator
from hashlib import sha256
from secrets import token_urlsafe

from .store import SeatRow

MOST_SECRETS = 16  # that one browser can show at a table


def new_secret() -> str:
    """Make the secret that opens a seat."""
    return token_urlsafe(16)


def digest(secret: str) -> str:
    """Give what is kept of a secret."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class SeatSecrets:
    """Secrets that somebody shows, and their digests: who comes with the same ones again need not have them hashed."""

    __slots__ = ("_mine", "_opened", "_seats", "shown")

    def __init__(self, secrets: Iterable[str]) -> None:
        self.shown = tuple((secret, digest(secret)) for secret in itertools.islice(secrets, MOST_SECRETS))
        self._seats: tuple[SeatRow, ...] | None = None
        self._opened: dict[int, str] = {}
        self._mine: frozenset[int] = frozenset()

    def __iter__(self) -> Iterator[str]:
        return (secret for secret, _ in self.shown)

    def opened(self, seats: tuple[SeatRow, ...]) -> dict[int, str]:
        """Find the seats that they open; as long as nobody new has come, that stays as it was."""
        if self._seats is not seats:
            self._look(seats)
        return self._opened

    def mine(self, seats: tuple[SeatRow, ...]) -> frozenset[int]:
        """Find those among the seats they open where no bot plays for good."""
        if self._seats is not seats:
            self._look(seats)
        return self._mine

    def _look(self, seats: tuple[SeatRow, ...]) -> None:
        self._opened = {
            seat.seat: secret
            for seat in seats
            for secret, hashed in self.shown
            if seat.digest is not None and hmac.compare_digest(seat.digest, hashed)
        }
        self._mine = frozenset(seat for seat in self._opened if seats[seat].kind == "person")
        self._seats = seats

    @classmethod
    def of(cls, secrets: Iterable[str]) -> SeatSecrets:
        """Take secrets as they are shown."""
        return secrets if isinstance(secrets, SeatSecrets) else cls(secrets)
