"""What bots say about an action, to the letter, on small tables."""

import itertools

import haugaz_table
import land_ahoy_table as ahoy
import pytest
import test_new_shores as shores

import meadhall


def says(match, action, english, german):
    """These very sentences, in both languages."""
    bot = meadhall.bot(match.game.name, level=1)
    assert (bot.explain(match, action), bot.explain(match, action, "de")) == (english, german)


# -- Haugaz ----------------------------------------------------------------------------------------


def test_a_white_stack_too_near_is_warned_of():
    match = haugaz_table.played("d4")
    says(match, "f6", "Careful: if Ulf takes Black, a1 d4-e5 wins at once.",
         "Vorsicht: Nimmt Ulf Schwarz, so gewinnt a1 d4-e5 sofort.")  # fmt: skip
    for action in ("f6", "black", "a1", "d4-e5"):
        match.play(action)
    assert match.over and match.winners == (1,)


def test_a_white_stack_far_enough_is_not():
    says(haugaz_table.played("d4"), "g7", "The stacks stand 3 steps apart: Black begins but cannot win at once.",
         "Die Stapel stehen 3 Schritte auseinander: Schwarz beginnt, kann aber nicht sofort gewinnen.")  # fmt: skip


def test_a_quick_win_is_found_by_the_rules_and_not_by_the_distance():
    says(haugaz_table.played("d4", movers="any"), "d5",  # White could move a black stack on
         "The stacks stand 1 step apart: Black begins but cannot win at once.",
         "Die Stapel stehen 1 Schritt auseinander: Schwarz beginnt, kann aber nicht sofort gewinnen.")  # fmt: skip


def test_the_second_player_is_told_who_wins_at_once():
    match = haugaz_table.played("d4", "d5")
    says(match, "black", "Black begins and wins at once with a1 d4-e4.",
         "Schwarz beginnt und gewinnt sofort mit a1 d4-e4.")  # fmt: skip
    says(match, "white", "Black begins and wins at once with a1 d4-e4: careful!",
         "Schwarz beginnt und gewinnt sofort mit a1 d4-e4: Vorsicht!")  # fmt: skip


BOARD = "----/-w1-b2/----/b1--- b - 0"


def test_a_placement_that_prepares_a_win_says_so():
    says(haugaz_table.at(BOARD), "d1",
         "Then a1-a2 wins at once. White can no longer place and move: Black wins, highest stack 2 against none.",
         "Danach gewinnt a1-a2 sofort. Weiß kann nicht mehr setzen und ziehen: Schwarz gewinnt, "
         "höchster Stapel 2 gegen keinen.")  # fmt: skip


def test_a_placement_names_a_move_that_no_other_beats():
    match = haugaz_table.at("w1----/-----/--b1--/-----/----- b - 0", "e5", "c3-c4")
    says(match, "b3", "By the stacks alone, no move then beats a5-b5. "
         "That takes 1 stack from Black; then White is ahead, highest stack 2 against 1.",
         "Allein nach den Stapeln ist danach kein Zug besser als a5-b5. "
         "Das nimmt Schwarz 1 Stapel; dann liegt Weiß vorn, höchster Stapel 2 gegen 1.")  # fmt: skip


def test_a_move_says_what_changes_hands_and_who_is_ahead():
    match = haugaz_table.at(BOARD, "d1")
    says(match, "a1-b1", "No stack rises. Then Black is ahead, highest stack 2 against 1.",
         "Kein Stapel wächst. Dann liegt Schwarz vorn, höchster Stapel 2 gegen 1.")  # fmt: skip
    says(match, "d3-b1", "That takes 1 stack from White and gives 1 stack away. "
         "Then Black is ahead, 2nd highest stack 2 against none.",
         "Das nimmt Weiß 1 Stapel und gibt 1 eigenen Stapel ab. "
         "Dann liegt Schwarz vorn, 2.-höchster Stapel 2 gegen keinen.")  # fmt: skip


PASSES = {
    "behind": ("----/b1-w2-/----/---- b - 0",
               "White is ahead, highest stack 2 against 1: if White passes too, White wins.",
               "Weiß liegt vorn, höchster Stapel 2 gegen 1: Passt Weiß auch, gewinnt Weiß."),
    "ahead and last": ("----/b1-w2-/----/---- w - 1", "Both have passed: White wins, highest stack 2 against 1.",
                       "Beide haben gepasst: Weiß gewinnt, höchster Stapel 2 gegen 1."),
    "level": ("----/b1-w1-/----/---- b - 0", "All stacks are equal: if White passes too, the game is drawn.",
              "Alle Stapel sind gleich: Passt Weiß auch, endet es unentschieden."),
    "level and last": ("----/b1-w1-/----/---- b - 1", "Both have passed: the game is drawn.",
                       "Beide haben gepasst: Es endet unentschieden."),
}  # fmt: skip


@pytest.mark.parametrize(("position", "english", "german"), PASSES.values(), ids=PASSES.keys())
def test_a_pass_says_who_would_win(position, english, german):
    says(haugaz_table.at(position), "pass", english, german)


# -- Off to New Shores! ----------------------------------------------------------------------------

GROVE = "forest forest / forest forest"
SET = shores.box(
    rest="land land / land land",
    a=GROVE + "; shield N; gold NW",
    b=GROVE,
    c="forest forest / water water",
    d=GROVE,
    e="land land / land land; beer",
    f="land land / land land; beer",
)
LAID = "draw a; 0,0/0; hagar NW; draw b; 1,0/0"


def at_sea(*script, **options):
    return shores.played(SET, "start 1", *script, **options)


def test_a_coaster_says_what_grows_and_for_whom():
    says(at_sea("draw a; 0,0/0; hagar NW; draw b"), "1,0/0",
         "FOREST grows from 4 to 8 fields (shield, 1 gold). 4 points more for Runa.",
         "WALD wächst von 4 auf 8 Felder (Schild, 1 Gold). 4 Punkte mehr für Runa.")  # fmt: skip


def test_a_coaster_says_what_it_joins_and_whom_that_costs():
    meadow = "land land / land land"
    coasters = shores.box(a=meadow, b="forest forest / land land; shield N", c="land forest / land land", d=GROVE)
    match = shores.played(coasters, "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NW",
                          "draw c; 0,1/0; hagar NE; draw d")  # fmt: skip
    says(match, "1,1/0", "FOREST of 2 and 1 becomes one of 7 fields (shield). 2 points fewer for Ulf.",
         "WALD aus 2 und 1 wird eins mit 7 Feldern (Schild). 2 Punkte weniger für Ulf.")  # fmt: skip


def test_a_beer_in_line_is_named_with_the_points():
    match = shores.played(SET, "start 1; draw e; 0,0/0; hagar NW; draw f", honky_tonk="on")
    says(match, "0,1/2",
         "LAND grows from 4 to 8 fields. Nobody's points change, but in line with a beer it costs Ulf one.",
         "LAND wächst von 4 auf 8 Felder. Niemandes Punkte ändern sich, "
         "aber in einer Reihe mit einem Bier kostet das Ulf eins.")  # fmt: skip


TOKENS = {
    "takes": ("draw a; 0,0/0", "hagar NW",
              "Runa takes the FOREST of 4 fields with the shield: 5 points, 1 of them for gold.",
              "Runa erobert den WALD mit 4 Feldern samt Schild: 5 Punkte, 1 davon für Gold."),
    "ties": (LAID, "hagar NW",
             "Ulf ties the FOREST of 8 fields with Runa (1:1, no points for its fields): 1 point. Runa loses 8 points.",
             "Ulf erreicht Gleichstand mit Runa um den WALD mit 8 Feldern (1:1, keine Punkte für die Felder): 1 Punkt. "
             "Runa verliert 8 Punkte."),
    "breaks the tie": (f"{LAID}; hagar NW; draw c; 2,0/0", "hagar NW",
                       "Runa breaks the tie for the FOREST of 10 fields with the shield (2:1): 10 points.",
                       "Runa entscheidet den Gleichstand um den WALD mit 10 Feldern samt Schild (2:1): 10 Punkte."),
    "has no shield": (f"{LAID}; hagar NW; draw c; 2,0/0", "hagar SE",
                      "Runa comes to the WATER of 2 fields (no gold, no shield): no change for Runa.",
                      "Runa besetzt das WASSER mit 2 Feldern (kein Gold, kein Schild): für Runa ändert sich nichts."),
    "gold for all": (f"{LAID}; hagar NW; draw c; 2,0/0", "gold NE",
                     "The FOREST of 10 fields then has 2 gold: 1 point. Ulf gets 1 point.",
                     "Der WALD mit 10 Feldern hat dann 2 Gold: 1 Punkt. Ulf bekommt 1 Punkt."),
    "gold for another": (LAID, "gold SE",
                         "The FOREST of 8 fields then has 2 gold: no change for Ulf. Runa gets 1 point.",
                         "Der WALD mit 8 Feldern hat dann 2 Gold: für Ulf ändert sich nichts. Runa bekommt 1 Punkt."),
}  # fmt: skip


@pytest.mark.parametrize(("script", "action", "english", "german"), TOKENS.values(), ids=TOKENS.keys())
def test_a_token_says_what_it_changes(script, action, english, german):
    says(at_sea(script), action, english, german)


RICH = shores.box(a=GROVE + "; shield N; gold NW; gold NE; gold SW", b=GROVE, c=GROVE, d=GROVE)
ALONE = "start 1; draw a; 0,0/0; hagar NW; draw b; 1,0/0; hagar NW; draw c"


def test_alone_the_rank_is_named_when_it_is_reached():
    match = shores.played(RICH, f"{ALONE}; 2,0/0", players=1)
    says(match, "gold NW", "The FOREST of 12 fields then has 4 gold: 1 point. That reaches the rank lower sailor.",
         "Der WALD mit 12 Feldern hat dann 4 Gold: 1 Punkt. "
         "Damit ist der Rang niederer Seemann erreicht.")  # fmt: skip
    match = shores.played(RICH, f"{ALONE}; 2,0/0; hagar NW; draw d", players=1)
    says(match, "3,0/0", "FOREST grows from 12 to 16 fields (shield, 3 gold). "
         "4 points more for Runa: that reaches the rank lower sailor.",
         "WALD wächst von 12 auf 16 Felder (Schild, 3 Gold). "
         "4 Punkte mehr für Runa: Damit ist der Rang niederer Seemann erreicht.")  # fmt: skip


def last_round(die, *actions, players=2):
    """Runa in a forest with a shield, Ulf in another; a die of 4 doubles the column on the right."""
    coasters = shores.box(
        a="forest forest / land land; shield N; die 4 NE vertical", b="land land / forest forest; shield S"
    )
    match = shores.played(coasters, "start 1; draw a; 0,0/0; hagar NW; draw b; 0,-1/0; hagar SW", players=players)
    return ahoy.play(shores.to_the_roll(match), f"roll {die}", *actions)


LAST_ROUND = {
    "a tie": (last_round(6), "0,-1SW>0,0NE",
              "Ulf ties the FOREST of 2 fields with Runa (1:1, no points for its fields) and gives up "
              "the FOREST of 2 fields: minus 2 points. Then it stands Runa 0 (-2), Ulf 0 (-2).",
              "Ulf erreicht Gleichstand mit Runa um den WALD mit 2 Feldern (1:1, keine Punkte für die Felder) und gibt "
              "den WALD mit 2 Feldern auf: minus 2 Punkte. Dann steht es Runa 0 (-2), Ulf 0 (-2)."),
    "the doubled column": (last_round(4), "0,-1SW>0,0NE",
                           "Ulf takes the FOREST of 2 fields with the shield from Runa (1:2) and gives up "
                           "the FOREST of 2 fields: no change for Ulf. Then it stands Runa 0 (-2), Ulf 2.",
                           "Ulf erobert den WALD mit 2 Feldern samt Schild von Runa (1:2) und gibt "
                           "den WALD mit 2 Feldern auf: für Ulf ändert sich nichts. "
                           "Dann steht es Runa 0 (-2), Ulf 2."),
    "the end": (last_round(6, "stay"), "stay",
                "Everything stays as it lies. That ends it at Runa 2, Ulf 2: Runa and Ulf win.",
                "Alles bleibt, wie es liegt. Damit endet es Runa 2, Ulf 2: Runa und Ulf gewinnen."),
    "the end alone": (last_round(6, players=1), "stay",
                      "Everything stays as it lies. The end with 4 points: simple drunkard.",
                      "Alles bleibt, wie es liegt. Schluss mit 4 Punkten: einfacher Trunkenbold."),
}  # fmt: skip


@pytest.mark.parametrize(("match", "action", "english", "german"), LAST_ROUND.values(), ids=LAST_ROUND.keys())
def test_the_last_round_shows_how_it_stands(match, action, english, german):
    says(match, action, english, german)


# -- Land Ahoy! ------------------------------------------------------------------------------------


def on_the_rock(*rolls):
    match = ahoy.play(ahoy.sail(ahoy.table(), "e1"), f"roll {rolls[0]}")
    for roll in rolls[1:]:
        ahoy.play(match, "reroll both", f"roll {roll}")
    return match


def test_dice_that_are_kept_say_what_they_win():
    says(on_the_rock("2 6"), "keep", "The dice 2 and 6 win a 2 (2 points).",
         "Die Würfel 2 und 6 gewinnen eine 2 (2 Punkte).")  # fmt: skip
    says(on_the_rock("5 6"), "keep", "The dice 5 and 6 win nothing here.", "Die Würfel 5 und 6 gewinnen hier nichts.")


def test_dice_that_roll_again_give_the_odds():
    says(on_the_rock("2 6"), "reroll both",
         "Rolling both again, at best: 66 % for a 1, 66 % for a 2, 66 % for the 3. "
         "As they lie, the dice are sure to win a 2.",
         "Beide neu würfeln, bestenfalls: 66 % für eine 1, 66 % für eine 2, 66 % für die 3. "
         "So wie sie liegen, gewinnen die Würfel eine 2 sicher.")  # fmt: skip
    says(on_the_rock("4 4", "5 6"), "reroll black", "Rolling black again: 33 % for a 1, 33 % for the 3, "
         "33 % for a Lucky Fellow.",
         "Schwarz neu würfeln: 33 % für eine 1, 33 % für die 3, 33 % für einen Glückspilz.")  # fmt: skip


def test_at_sea_the_islands_are_named_and_their_tokens_stay_unknown():
    match = ahoy.play(ahoy.table(set=ahoy.SCATTERED), "roll 2 2")
    says(match, "keep", "b2 is open sea: that ends the turn.", "b2 ist offenes Meer: Damit ist der Zug vorbei.")
    says(match, "reroll both",
         "Rolling both again: 19 % for a direct hit, 47 % for a landing from the sea, 33 % to where "
         "nothing can be won. "
         "14 % lead to a Chief's island (c3), to roll for 1 face-down token.",
         "Beide neu würfeln: 19 % für einen Volltreffer, 47 % vom Meer aus, 33 % dorthin, wo nichts zu "
         "holen ist. "
         "Zu 14 % landet man auf einer Häuptlingsinsel (c3) und würfelt um 1 verdeckten Schatz.")  # fmt: skip


def test_a_landing_says_how_likely_something_is_won():
    wins = [
        any(red == black if token > 3 else token in (red, black) for token in hand) or red + black == 7
        for hand in itertools.combinations((1, 1, 1, 2, 2, 3, 4, 4, 5), 2)  # Lucky Fellows are 4, the Chief is 5
        for red, black in itertools.product(range(1, 7), repeat=2)
    ]
    assert round(100 * sum(wins) / len(wins)) == 54
    says(ahoy.play(ahoy.table(set=ahoy.SCATTERED), "roll 2 3", "keep"), "land a3",
         "From the sea, 1 roll on a Chief's island (a3) for 2 face-down tokens, with a 54 % chance to win something.",
         "Vom Meer aus 1 Wurf auf einer Häuptlingsinsel (a3) um 2 verdeckte Schätze, "
         "mit 54 % Aussicht auf Beute.")  # fmt: skip


def test_what_is_nearly_certain_is_not_called_certain():
    assert 1 - (1 / 6) ** 3 > 0.995  # two of 4, 5 and 6, neither a double nor 7, win nothing: 6 of 36 pairs
    says(ahoy.play(ahoy.table(), "roll 5 1"), "keep", "A direct hit, 3 rolls on the nameless island (e1) "
         "for 9 face-down tokens, with a 99 % chance to win something.",
         "Volltreffer, 3 Würfe auf der namenlosen Insel (e1) um 9 verdeckte Schätze, "
         "mit 99 % Aussicht auf Beute.")  # fmt: skip


def test_a_field_beside_several_islands_names_them_all():
    match = ahoy.play(ahoy.table(set=ahoy.coasters(h1=8, rock=1)), "roll 2 3")
    says(match, "keep", "b3 leaves a choice: 1 roll on a Chief's island (a3) for 8 face-down tokens "
         "or on a Chief's island (c3) for nothing.",
         "b3 lässt die Wahl: 1 Wurf auf einer Häuptlingsinsel (a3) um 8 verdeckte Schätze "
         "oder auf einer Häuptlingsinsel (c3) um nichts.")  # fmt: skip


def test_an_island_where_nothing_can_be_won_says_so():
    says(ahoy.play(ahoy.table(), "roll 1 1"), "keep",
         "There is nothing to win on Helga's island (a1): that ends the turn.",
         "Auf Helgas Insel (a1) ist nichts zu holen: Damit ist der Zug vorbei.")  # fmt: skip


CLAIMS = {
    "a number with the Chief": (
        lambda: ahoy.land(ahoy.win(ahoy.table(), "hagar", "1 2"), "e1", "2 3"), "take 2 3",
        "Runa gets 7 points for a 2 and the 3, 2 of them by the Chief. "
        "Then it stands Runa 7 (+7), Ulf 3: Ulf is last.",
        "Runa bekommt 7 Punkte für eine 2 und die 3, 2 davon durch den Häuptling. "
        "Dann steht es Runa 7 (+7), Ulf 3: Ulf liegt hinten."),
    "stealing the Chief": (
        lambda: ahoy.land(ahoy.win(ahoy.table(), "1 2", "hagar", "", "1"), "a3", "6 6"), "steal hagar 2",
        "The Chief brings Runa 2 points, 1 for each number token; Ulf loses 1. "
        "Then it stands Runa 5 (+2), Ulf 1 (-1): Ulf is last.",
        "Der Häuptling bringt Runa 2 Punkte, 1 für jede eigene Zahl; Ulf verliert 1. "
        "Dann steht es Runa 5 (+2), Ulf 1 (-1): Ulf liegt hinten."),
    "a Lucky Fellow": (
        lambda: ahoy.land(ahoy.table(), "e1", "6 6"), "take sven",
        "A Lucky Fellow brings Runa 0 to 5 points in the end, 1.9 on average. "
        "Then it stands Runa 0, Ulf 0, without Lucky Fellows: all are equal.",
        "Ein Glückspilz bringt Runa am Ende 0 bis 5 Punkte, im Schnitt 1,9. "
        "Dann steht es Runa 0, Ulf 0, ohne Glückspilze: alle sind gleich."),
    "stealing a Lucky Fellow": (
        lambda: ahoy.land(ahoy.win(ahoy.table(), "1", "sven"), "e3", "2 5"), "steal sven 2",
        "Ulf's Lucky Fellow brings Runa 0 to 5 points in the end, 1.9 on average. "
        "Then it stands Runa 1, Ulf 0, without Lucky Fellows: Ulf is last.",
        "Der Glückspilz von Ulf bringt Runa am Ende 0 bis 5 Punkte, im Schnitt 1,9. "
        "Dann steht es Runa 1, Ulf 0, ohne Glückspilze: Ulf liegt hinten."),
    "the sixth number before a Lucky Fellow": (
        lambda: ahoy.land(ahoy.win(ahoy.table(), "1 1", "2 2", "1", "sven"), "e1", "3 5"), "take 3",
        "Runa gets 3 points for the 3. "
        "That ends the game, and before the Lucky Fellows are rolled it stands Runa 6 (+3), Ulf 4.",
        "Runa bekommt 3 Punkte für die 3. "
        "Damit ist Schluss, und vor den Würfen für die Glückspilze steht es Runa 6 (+3), Ulf 4."),
    "Helga, where another token lies": (
        lambda: ahoy.land(ahoy.play(ahoy.land(ahoy.win(ahoy.table(), "1", "2"), "a1", "1 5"), "helga 1"), "a1", "2 6"),
        "helga 2",
        "A 2 on x2 counts 4: 2 points more for Ulf; Runa loses 1. "
        "Then it stands Runa 1 (-1), Ulf 4 (+2): Runa is last.",
        "Eine 2 auf x2 zählt 4: 2 Punkte mehr für Ulf; Runa verliert 1. "
        "Dann steht es Runa 1 (-1), Ulf 4 (+2): Runa liegt hinten."),
    "the dragon": (
        lambda: ahoy.land(ahoy.win(ahoy.table(harbor="on"), "1 2", ""), "c1", "1 4"), "dragon",
        "The 1 goes on counting, and unless Runa loses, every loser pays Runa a beer in the end. "
        "Then it stands Runa 3, Ulf 0: Ulf is last.",
        "Die 1 zählt weiter, und verliert Runa nicht, zahlt am Ende jeder Verlierer Runa ein Bier. "
        "Dann steht es Runa 3, Ulf 0: Ulf liegt hinten."),
    "the sixth number": (
        lambda: ahoy.land(ahoy.win(ahoy.table(), "1 1", "2 2", "1"), "e1", "3 5"), "take 3",
        "Ulf gets 3 points for the 3. That ends the game at Runa 3, Ulf 7 (+3): Runa is last.",
        "Ulf bekommt 3 Punkte für die 3. Damit ist Schluss mit Runa 3, Ulf 7 (+3): Runa liegt hinten."),
    "leaving": (
        lambda: ahoy.land(ahoy.win(ahoy.table(), "1 1", "2 2", "1"), "e1", "3 5"), "leave",
        "The dice 3 and 5 would have won the 3 (3 points). Then it stands Runa 3, Ulf 4: Runa is last.",
        "Die Würfel 3 und 5 hätten die 3 (3 Punkte) gewonnen. Dann steht es Runa 3, Ulf 4: Runa liegt hinten."),
}  # fmt: skip


@pytest.mark.parametrize(("match", "action", "english", "german"), CLAIMS.values(), ids=CLAIMS.keys())
def test_a_claim_says_its_points_and_who_is_last(match, action, english, german):
    says(match(), action, english, german)
