"""Why one might do it: what an action of Off to New Shores! changes, by the points before and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadhall.core.game import Language
from meadhall.core.jit import State
from meadhall.core.phrases import capital, joined, points, standing

from . import rules
from .coasters import FIELDS
from .words import KIND_WORDS, RANK_WORDS

Landscape = Mapping[str, Any]
Tables = tuple[Mapping[str, Any], Mapping[str, Any]]  # the breakdowns before and after the action

SHOWN = 2  # as many landscapes are named that a coaster changes
ARTICLES = {"nominative": {"land": "das", "forest": "der", "water": "das"}, "accusative": {"forest": "den"}}


def why(state: State, code: int, tables: Tables, names: Sequence[str], lang: Language) -> str:
    """Say what an action is good for."""
    phase, me = state[rules.PHASE], int(state[rules.PLAYER])
    if phase == rules.LAYING and not tables[0]["landscapes"]:
        return _first_coaster(lang)
    if phase == rules.LAYING:
        return f"{_landscapes(code, tables, lang)}. {_points_of_all(state, code, tables, names, lang)}"
    if phase == rules.TOKEN:
        number = 4 * (int(state[rules.LAID]) - 1) + (code & 3)
        if code < 4:
            what = f"{names[me]} {_comes(*_both(state, number, tables), me, names, lang)}"
        else:
            what = _gold(_both(state, number, tables)[1], lang)
        return " ".join([f"{what}: {_my_points(tables, me, names, lang)}.", *_rest(tables, me, names, lang)])
    return f"{_last_move(state, code, tables, me, names, lang)}. {_table_after(state, tables, names, lang)}"


# -- points ----------------------------------------------------------------------------------------


def gains(tables: Tables) -> list[int]:
    """Give what each player's points change by."""
    before, after = (table["scores"] for table in tables)
    return [int(new - old) for old, new in zip(before, after, strict=True)]


def _my_points(tables: Tables, me: int, names: Sequence[str], lang: Language) -> str:
    gain = gains(tables)[me]
    if gain == 0:
        return f"für {names[me]} ändert sich nichts" if lang == "de" else f"no change for {names[me]}"
    if gain < 0:
        return f"minus {points(-gain, lang)}"
    gold = _gold_points(tables[1], me) - _gold_points(tables[0], me)
    if 0 < gold < gain:
        return f"{points(gain, lang)}, {gold} {'davon für Gold' if lang == 'de' else 'of them for gold'}"
    return points(gain, lang)


def _gold_points(table: Mapping[str, Any], player: int) -> int:
    return sum(int(landscape["points"][player][0]) for landscape in table["landscapes"])


def _rest(tables: Tables, me: int, names: Sequence[str], lang: Language) -> list[str]:
    """Say whose points change beside one's own, or alone which rank is reached."""
    gets, loses = ("bekommt", "verliert") if lang == "de" else ("gets", "loses")
    told = [
        f"{names[other]} {gets if gain > 0 else loses} {points(abs(gain), lang)}"
        for other, gain in enumerate(gains(tables))
        if other != me and gain
    ]
    if told:
        return [f"{joined(told, lang)}."]
    rank = _rank_reached(tables, lang)
    return [f"{rank}."] if rank else []


def _rank_reached(tables: Tables, lang: Language) -> str:
    """Name the rank that somebody alone reaches by the action, if it is a new one (NS-20)."""
    rank: str = tables[1].get("rank", "")
    if rank == tables[0].get("rank", ""):
        return ""
    return f"Damit ist der Rang {RANK_WORDS[rank]} erreicht" if lang == "de" else f"That reaches the rank {rank}"


def _points_of_all(state: State, code: int, tables: Tables, names: Sequence[str], lang: Language) -> str:
    """Say what a coaster changes in points, and whether it costs a beer (NS-12)."""
    me, after, german = int(state[rules.PLAYER]), state.copy(), lang == "de"
    rules.apply(after, code)
    more, fewer = ("mehr", "weniger") if german else ("more", "fewer")
    told = [
        f"{points(abs(gain), lang)} {more if gain > 0 else fewer} {'für' if german else 'for'} {names[player]}"
        for player, gain in enumerate(gains(tables))
        if gain
    ]
    nothing = "niemandes Punkte ändern sich" if german else "nobody's points change"
    sentence = capital(joined(told, lang) if told else nothing)
    rank = _rank_reached(tables, lang)
    if rank:
        return f"{sentence}: {rank}." if german else f"{sentence}: {rank[0].lower()}{rank[1:]}."
    if after[rules.BEERS + me] > state[rules.BEERS + me]:
        if german:
            return f"{sentence}, aber in einer Reihe mit einem Bier kostet das {names[me]} eins."
        return f"{sentence}, but in line with a beer it costs {names[me]} one."
    return f"{sentence}."


def _table_after(state: State, tables: Tables, names: Sequence[str], lang: Language) -> str:
    """Say how it stands after a move of the last round, and who wins with it."""
    scores, german = tables[1]["scores"], lang == "de"
    table = standing(names, scores, gains(tables))
    if state[rules.MOVED] + 1 < state[rules.PLAYERS]:
        return f"Dann steht es {table}." if german else f"Then it stands {table}."
    if "rank" in tables[1]:
        rank = tables[1]["rank"]
        if german:
            return f"Schluss mit {scores[0]} {'Punkt' if scores[0] == 1 else 'Punkten'}: {RANK_WORDS[rank]}."
        return f"The end with {points(scores[0], lang)}: {rank}."
    winners = [names[player] for player, score in enumerate(scores) if score == max(scores)]
    if german:
        return f"Damit endet es {table}: {joined(winners, lang)} {'gewinnt' if len(winners) == 1 else 'gewinnen'}."
    return f"That ends it at {table}: {joined(winners, lang)} {'wins' if len(winners) == 1 else 'win'}."


# -- coasters --------------------------------------------------------------------------------------


def _landscapes(code: int, tables: Tables, lang: Language) -> str:
    """Say which landscapes a coaster lets grow or joins, the largest first."""
    at = [(code >> 2) // 25 - 12, (code >> 2) % 25 - 12]
    grown = []
    for landscape in tables[1]["landscapes"]:
        if at in [field[:2] for field in landscape["fields"]]:
            parts = [old for old in tables[0]["landscapes"] if old["fields"][0] in landscape["fields"]]
            if parts:
                grown.append((landscape, sorted((old["size"] for old in parts), reverse=True)))
    if not grown:
        return "Keine Landschaft wächst" if lang == "de" else "No landscape grows"
    grown.sort(key=lambda one: (-len(one[1]), -one[0]["size"]))
    return capital(joined([_growth(landscape, sizes, lang) for landscape, sizes in grown[:SHOWN]], lang))


def _first_coaster(lang: Language) -> str:
    if lang == "de":
        return "Der erste Deckel liegt in der Mitte: Noch ist nichts gewonnen."
    return "The first coaster lies in the middle: nothing is won yet."


def _growth(landscape: Landscape, sizes: Sequence[int], lang: Language) -> str:
    kind, size = KIND_WORDS[lang][landscape["kind"]], landscape["size"]
    if len(sizes) == 1:
        if lang == "de":
            return f"{kind} wächst von {sizes[0]} auf {size} Felder{_marks(landscape, lang)}"
        return f"{kind} grows from {sizes[0]} to {size} fields{_marks(landscape, lang)}"
    parts = joined([str(old) for old in sizes], lang)
    if lang == "de":
        return f"{kind} aus {parts} wird eins mit {size} Feldern{_marks(landscape, lang)}"
    return f"{kind} of {parts} becomes one of {size} fields{_marks(landscape, lang)}"


def _marks(landscape: Landscape, lang: Language) -> str:
    marks = [("Schild" if lang == "de" else "shield")] if landscape["shields"] else []
    if landscape["gold"]:
        marks.append(f"{landscape['gold']} {'Gold' if lang == 'de' else 'gold'}")
    return f" ({', '.join(marks)})" if marks else ""


# -- tokens ----------------------------------------------------------------------------------------


def _both(state: State, number: int, tables: Tables) -> tuple[Landscape, Landscape]:
    """Find the landscape of a field before and after the action."""
    i = number >> 2
    field = [int(state[rules.X + i]), int(state[rules.Y + i]), FIELDS[number & 3]]
    before, after = (next(one for one in table["landscapes"] if field in one["fields"]) for table in tables)
    return before, after


def named(landscape: Landscape, lang: Language, case: str = "accusative") -> str:
    """Name a landscape by its kind and size."""
    kind, size = landscape["kind"], landscape["size"]
    if lang == "de":
        article = ARTICLES[case].get(kind, "das")
        return f"{article} {KIND_WORDS[lang][kind]} mit {size} {'Feld' if size == 1 else 'Feldern'}"
    return f"the {KIND_WORDS[lang][kind]} of {size} {'field' if size == 1 else 'fields'}"


def _balance(landscape: Landscape) -> str:
    """Write the Vikings of all players, where several have some: (2:1)."""
    several = sum(count > 0 for count in landscape["hagars"]) > 1
    return f" ({_count(landscape)})" if several else ""


def _count(landscape: Landscape) -> str:
    return ":".join(str(count) for count in landscape["hagars"])


def _gold(landscape: Landscape, lang: Language) -> str:
    name = capital(named(landscape, lang, "nominative"))
    return f"{name} hat dann {landscape['gold']} Gold" if lang == "de" else f"{name} then has {landscape['gold']} gold"


def _comes(old: Landscape, new: Landscape, me: int, names: Sequence[str], lang: Language) -> str:
    """Say what one more Viking, or one that counts double, does in a landscape (NS-16, NS-17)."""
    if not new["shields"]:
        return _without_shield(old, new, me, lang)
    return _SENTENCES[lang][_coming(old, new, me)].format(
        it=named(new, lang), balance=_balance(new), count=_count(new), other=_owner(old, names)
    )


def _coming(old: Landscape, new: Landscape, me: int) -> str:
    was, now = old["conqueror"], new["conqueror"]
    if now == me:
        if was == me:
            return "holds"
        if was is not None:
            return "takes from"
        return "breaks tie" if _contested(old, me) else "takes"
    if now is None:
        return "ties" if was is not None else "tie stays"
    return "behind"


def _contested(landscape: Landscape, me: int) -> bool:
    return any(count for player, count in enumerate(landscape["hagars"]) if player != me)


def _owner(landscape: Landscape, names: Sequence[str]) -> str:
    return "" if landscape["conqueror"] is None else names[landscape["conqueror"]]


_SENTENCES = {
    "en": {
        "holds": "holds {it} with the shield{balance}",
        "takes": "takes {it} with the shield",
        "takes from": "takes {it} with the shield from {other}{balance}",
        "breaks tie": "breaks the tie for {it} with the shield{balance}",
        "ties": "ties {it} with {other} ({count}, no points for its fields)",
        "tie stays": "leaves the tie for {it} as it is{balance}",
        "behind": "stays behind {other} in {it}{balance}",
        "gives up": "gives up {it}{balance}",
        "leaves to": "leaves {it} to {other}{balance}",
    },
    "de": {
        "holds": "hält {it} samt Schild{balance}",
        "takes": "erobert {it} samt Schild",
        "takes from": "erobert {it} samt Schild von {other}{balance}",
        "breaks tie": "entscheidet den Gleichstand um {it} samt Schild{balance}",
        "ties": "erreicht Gleichstand mit {other} um {it} ({count}, keine Punkte für die Felder)",
        "tie stays": "ändert nichts am Gleichstand um {it}{balance}",
        "behind": "bleibt hinter {other} im Kampf um {it}{balance}",
        "gives up": "gibt {it} auf{balance}",
        "leaves to": "überlässt {other} {it}{balance}",
    },
}


def _without_shield(old: Landscape, new: Landscape, me: int, lang: Language) -> str:
    gold, still = new["gold"], old["hagars"][me] > 0
    if lang == "de":
        verb = "besetzt weiter" if still else "besetzt"
        return f"{verb} {named(new, lang)} ({gold or 'kein'} Gold, kein Schild)"
    verb = "still stands on" if still else "comes to"
    return f"{verb} {named(new, lang)} ({gold or 'no'} gold, no shield)"


# -- the last round --------------------------------------------------------------------------------


def _last_move(state: State, code: int, tables: Tables, me: int, names: Sequence[str], lang: Language) -> str:
    """Say where a Viking goes and what it leaves, with one's own points (NS-14)."""
    if code == rules.STAY:
        return "Alles bleibt, wie es liegt" if lang == "de" else "Everything stays as it lies"
    start, end = (_both(state, number, tables) for number in divmod(code - 1, 48))
    told = [_comes(*end, me, names, lang)]
    if start[0]["fields"] != end[0]["fields"]:
        told += _goes(*start, me, names, lang)
    return f"{names[me]} {joined(told, lang)}: {_my_points(tables, me, names, lang)}"


def _goes(old: Landscape, new: Landscape, me: int, names: Sequence[str], lang: Language) -> list[str]:
    """Say what one Viking less does in a landscape, if it matters."""
    was, now = old["conqueror"], new["conqueror"]
    if was == now:
        lost = old["points"][me][0] - new["points"][me][0]
        if not lost:
            return []
        return [f"verzichtet auf {lost} Gold" if lang == "de" else f"gives up {lost} gold"]
    key = "gives up" if now is None else "leaves to"
    return [_SENTENCES[lang][key].format(it=named(new, lang), balance=_balance(new), other=_owner(new, names))]
