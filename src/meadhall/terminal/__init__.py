"""The game in the terminal: boards, prompts, and a log in sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from meadhall.core.errors import IllegalAction
from meadhall.core.game import CHANCE, Language
from meadhall.core.match import Match
from meadhall.core.phrases import debts
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker
from meadhall.search import Bot

from .words import COMMANDS, NAMES, TEXTS, joined

FEW = 12  # as many actions are listed without being asked for


def make_console(plain: bool) -> Console:
    """Open the screen, in colour or without."""
    if plain:
        return Console(no_color=True, color_system=None, highlight=False, soft_wrap=False)
    return Console(highlight=False)


class TerminalGame:
    """One match at the terminal: who sits there, and what they are shown."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        hint: Callable[[], Bot],
        lang: Language,
        console: Console,
        read: Callable[[str], str] = input,
    ) -> None:
        self.match, self.bots, self.hint = match, bots, hint
        self.lang, self.console, self._read = lang, console, read
        self.names = NAMES[: match.players]
        self.speaker = Speaker(self.names, lang)
        self._told = len(match.history)
        self._texts = TEXTS[lang]

    def say(self, name: str, **values: object) -> None:
        """Say one of the terminal's own sentences."""
        self.show(self._texts[name].format(**values))

    def show(self, text: str, indent: str = "", style: str = "") -> None:
        """Print a sentence as it is, with its later lines indented like the first."""
        wide = max(20, self.console.width - 1)
        for line in textwrap.wrap(text, wide, initial_indent=indent, subsequent_indent=indent) or [""]:
            self.console.print(line, style=style, markup=False, emoji=False)

    def play(self) -> None:
        """Play until the game is over or somebody quits."""
        self._greet()
        try:
            while not self.match.over:
                actor = self.match.actor
                if actor is not None and actor in self.bots:
                    self._let_bot_play(actor)
                elif not self._let_person_play():
                    self.say("bye")
                    return
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self.say("bye")
            return
        self._finish()

    def _greet(self) -> None:
        people = [name for seat, name in enumerate(self.names) if seat not in self.bots]
        game = self.match.game
        title = game.title[self.lang] + ("" if game.title[self.lang].endswith("!") else ".")
        if len(people) == 1:
            self.say("welcome", title=title, you=people[0])
        elif people:
            self.say("welcome_many", title=title, people=joined(people, self.lang))
        if self.bots:
            self.say("against", bots=joined([self.names[seat] for seat in self.bots], self.lang))
        self.say("goal", goal=game.goal[self.lang])
        self.say("how")
        self._told = 0 if len(self.match.history) < 12 else self._told

    # -- what is shown -----------------------------------------------------------------------

    def _tell_news(self) -> None:
        """Tell everything that has happened since the last time."""
        for sentence in sentences(self.match, self.names, self.lang, self._told):
            self.show(sentence, "  ")
        self._told = len(self.match.history)

    def _show(self) -> None:
        match = self.match
        self._tell_news()
        self.console.print()
        self.console.print(match.game.draw(match.current, self.speaker, self.console.width), end="")

    def _actions(self) -> list[str]:
        """List the legal actions in the order in which they are numbered here."""
        return self.match.game.in_order(self.match.actions())

    def _show_actions(self, everything: bool = False) -> None:
        actions = self._actions()
        if len(actions) > FEW and not everything:
            self.say("many", count=len(actions))
            return
        entries = [f"{number} {self._labelled(action)}" for number, action in enumerate(actions, 1)]
        wide = max(len(entry) for entry in entries) + 3
        columns = max(1, (self.console.width - 2) // wide)
        for first in range(0, len(entries), columns):
            row = "".join(entry.ljust(wide) for entry in entries[first : first + columns])
            self.console.print(f"  {row.rstrip()}", markup=False, emoji=False)

    def _labelled(self, action: str) -> str:
        match, game = self.match, self.match.game
        if match.actor == CHANCE:
            return action
        code = game.read(match.current, action)[0]
        label = game.label(match.current, code, self.speaker)
        return f"{action} ({label})" if label else action

    def _finish(self) -> None:
        match = self.match
        self._show()
        self.console.print(f"\n{self._texts['end']}", style="bold")
        for line in ending(match, self.names, self.lang):
            self.show(line.lstrip(), " " * (len(line) - len(line.lstrip())))

    # -- who acts ----------------------------------------------------------------------------

    def _let_bot_play(self, seat: int) -> None:
        self.match.play(self.bots[seat].choose(self.match))

    def _let_person_play(self) -> bool:
        """Show the table and ask until something is played; False when they have had enough."""
        match = self.match
        while True:
            actor = match.actor
            self._show()
            self.show(match.game.ask(match.current, self.speaker), style="bold")
            prompt = self._texts["dice_prompt"]
            if actor is not None and actor != CHANCE:
                prompt = self._texts["prompt"].format(who=self.names[actor])
            self._show_actions()
            text = self._answer(prompt)
            if text is None:
                return False
            if text:
                match.play(self._actions()[int(text) - 1] if text.isdecimal() else text)
                return True

    def _answer(self, prompt: str) -> str | None:
        """Read until there is something to play, or "" to show the table anew; None is the end."""
        while True:
            try:
                text = self._read(prompt).strip()
            except UnicodeDecodeError:
                self.say("unreadable")
                continue
            word, _, rest = text.partition(" ")
            command = COMMANDS.get(word.lower())
            if command == "quit":
                return None
            if command is None:
                if not text or self._understands(text):
                    return text
            elif self._obey(command, rest.strip()):
                return ""

    def _understands(self, text: str) -> bool:
        """Say what is wrong with a text that is no action, before the table is drawn anew."""
        match, actions = self.match, self._actions()
        if text.isdecimal() and text.isascii():
            number = int(text) if len(text) < 10 else 0
            if not 1 <= number <= len(actions):
                self.say("no_number", number=text[:20], count=len(actions))
                return False
            return True
        try:
            match.game.read(match.current, text)
        except IllegalAction:
            self.show(match.game.complain(match.current, match.game.tidy(text), self.lang))
            return False
        return True

    def _obey(self, command: str, rest: str) -> bool:
        """Do what a command says; True if the table has changed and is to be shown anew."""
        if command == "list":
            self.say("goal", goal=self.match.game.goal[self.lang])
            self.say("how")
            self._show_actions(everything=True)
        elif command == "hint":
            self._hint()
        elif command == "rules":
            self._show_rules()
            return True
        elif command == "save":
            self._save(rest)
        elif command == "undo":
            return self._undo()
        return False

    def _hint(self) -> None:
        match = self.match
        if match.actor == CHANCE:
            self.say("no_hint")
            return
        bot = self.hint()
        action = bot.choose(match)
        self.say("hint", action=action, sentence=bot.explain(match, action, self.lang, self.names))
        aids = match.game.aids(match.current)
        if aids and "said" in aids:
            self.show(aids["said"][self.lang])

    def _undo(self) -> bool:
        try:
            self.match.undo()
            while self.match.actor in self.bots:
                self.match.undo()
        except IllegalAction:
            self.say("nothing_to_undo")
            return self.match.actor in self.bots
        self._told = len(self.match.history)
        self.say("undone")
        return True

    def _save(self, file: str) -> None:
        if not file:
            self.say("save_how")
            return
        try:
            Path(file).expanduser().write_text(self.match.record(), "utf-8")
        except (OSError, ValueError, RuntimeError) as problem:  # expanduser knows nobody of that name
            self.say("not_saved", file=file, reason=getattr(problem, "strerror", None) or problem)
            return
        self.say("saved", game=self.match.game.name, file=file)

    def _show_rules(self) -> None:
        """Show the rules a screen at a time."""
        text = Markdown(self.match.game.rule_text(self.lang))
        with self.console.capture() as capture:
            self.console.print(text)
        lines = capture.get().splitlines()
        page = max(8, self.console.height - 3)
        for first in range(0, len(lines), page):
            self.console.file.write("\n".join(lines[first : first + page]) + "\n")
            self.console.file.flush()
            if first + page < len(lines) and self._read(self._texts["more"]).strip().lower() == "q":
                return


def sentences(match: Match, names: Sequence[str], lang: Language, since: int = 0) -> list[str]:
    """Tell a match in sentences, from an action on."""
    state, apply = match.game.start(match.setup), match.game.rules().apply
    told = []
    for number, entry in enumerate(match.entries):
        if number >= since:
            told.append(match.game.tell(Position(match.game, match.setup, state), entry.codes, Speaker(names, lang)))
        for code in entry.codes:
            apply(state, code)
    return told


def ending(match: Match, names: Sequence[str], lang: Language) -> list[str]:
    """Count a finished match out: where the points come from, who wins, who owes a beer."""
    return match.game.explain(match.breakdown(), Speaker(names, lang)) + debts(match.beers, names, lang)
