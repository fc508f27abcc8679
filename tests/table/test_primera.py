"""Primera at the table: its clocks, graces, leavings and cancellations with real money."""

from __future__ import annotations

import pytest

from tapete.games.primera import GAME
from tapete.table.effects import Record
from tapete.table.inputs import Close
from tapete.table.seats import Life
from tapete.table.table import Status
from tests.table.room import Room

SORTEO = [rank + suit for rank in "A234567" for suit in "oceb"]


def room(*users: str, purse: int = 100_000) -> Room:
    """A first hand of these users; the draw makes seat 1 La Mano, who is asked at 0.000."""
    it = Room(GAME, purse=purse)
    it.stacked = [(1,), SORTEO]
    return it.deal(*(users or ("ana", "beto", "caro")))


def mano(it: Room) -> str:
    hand = it.table.hand
    assert hand is not None
    return it.user(it.game.view(hand.state, None).role)


def say(it: Room, *words: str) -> None:
    """Each word by whoever is asked then; `fuera` = paso, or no_llevo where it stands instead."""
    for word in words:
        hand = it.table.hand
        assert hand is not None
        offered = [offer.move for offer in GAME.offers(hand.state, it.seat(it.asked[0]))]
        if word == "fuera":
            word = "paso" if "paso" in offered else "no_llevo"
        assert it.play(it.asked[0], word) == "", word


def to_apuesta(it: Room) -> None:
    say(it, "voy 5000", "voy 5000", "voy 5000")
    assert it.phase == "APUESTA"


# ── clocks ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("000:128", "000:135")
def test_silence_in_the_pique_is_paso_after_120_s() -> None:
    it = room()
    it.at(119.999).tick()
    assert it.asked == ["ana"]
    it.at(120).tick()
    assert it.asked == ["beto"]
    assert "silent" in it.facts()
    assert it.wake_s == 240


@pytest.mark.rule("000:135")
def test_silence_facing_a_bet_retires_and_without_one_checks() -> None:
    it = room()
    to_apuesta(it)
    it.at(120).tick()
    assert it.phase == "APUESTA"
    say(it, "voy 10000")  # beto
    it.at(240).tick()  # caro owes
    hand = it.table.hand
    assert hand is not None
    assert GAME.alive(hand.state) == (1, 2)


@pytest.mark.rule("000:135")
def test_silence_in_the_descarte_keeps_the_four() -> None:
    it = room()
    to_apuesta(it)
    say(it, "voy 6000", "igualar", "fuera")
    assert it.phase == "DESCARTE"
    it.at(120).tick()
    it.at(240).tick()
    assert [fact.amount for fact in it.told("descarta")] == [0, 0]
    assert it.phase == "GUERRA"


@pytest.mark.rule("000:129", "000:79")
def test_the_window_lasts_30_s_and_silence_in_it_is_pasar() -> None:
    """It neither counts as a silence nor tells who answered."""
    it = Room(GAME, purse=100_000)
    it.stacked = [(1,), SORTEO, ["7o", "6c", "5e", "6o", "5c", "4e", *rest()]]
    it.deal("ana", "beto", "caro")
    to_apuesta(it)
    say(it, "paso", "paso", "paso")
    assert it.phase == "VALIDACION"
    assert it.wake_s == 30
    it.at(10).play("beto", "pasar")
    assert it.facts() == []
    it.at(29.999).tick()
    assert it.phase == "VALIDACION"
    it.at(30).tick()
    assert it.phase == "DESCARTE"
    assert [fact.word for fact in it.told("resuelta")] == ["pasar"] * 3
    assert "silent" not in it.facts()
    assert all(chair.silences == 0 for chair in it.table.chairs)


def rest() -> list[str]:
    """The deck below 7o 6c 5e 6o 5c 4e: Ao is at the bottom, for seat 1: a Chivo."""
    used = {"7o", "6c", "5e", "6o", "5c", "4e", "Ao"}
    return [card for card in SORTEO if card not in used] + ["Ao"]


@pytest.mark.rule("000:130")
def test_the_showdown_stays_15_s_and_nobody_has_to_close_it() -> None:
    quiet = {"VALIDACION": "pasar", "DESCARTE": "descartar", "DECLARACION": "declarar"}
    it = room()
    it.stacked = []
    to_apuesta(it)
    while it.phase != "":
        it.after(6)  # the bottom card has been looked at
        say(it, quiet.get(it.phase, "paso"))
    assert it.told("showdown")
    ended = it.now_ms
    it.now_ms = ended + 14_999
    it.tick()
    assert (it.table.hand, it.table.hands) == (None, 1)
    it.now_ms = ended + 15_000
    it.tick()
    assert it.table.hands == 2


@pytest.mark.rule("P-B5")
def test_two_silences_in_a_row_hurry_but_mostrar_is_neither_counted_nor_shortened() -> None:
    """Ana sleeps through APUESTA and DESCARTE: 5 s from then on, but her whole 10 s to show; and
    she is not dealt into the next hand."""
    it = room()
    to_apuesta(it)
    it.after(120).tick()
    say(it, "voy 6000", "igualar", "igualar")
    assert it.asked == ["ana"]
    assert it.phase == "DESCARTE"
    assert it.table.chair(1).silences == 0  # she matched
    it.after(120).tick()
    say(it, "descartar", "descartar")
    assert it.phase == "GUERRA"
    opened = it.now_ms
    it.now_ms = it.table.wake_ms or 0
    it.tick()
    assert it.now_ms == opened + 125_000  # the bottom card stays 5 s
    assert it.told("hurried")
    say(it, "voy 5000", "fuera")
    assert it.asked == ["ana"]
    assert it.wake_s == pytest.approx(it.now_ms / 1000 - 1.7e9 + 5)
    it.stand("beto")
    assert it.phase == "MOSTRAR"
    assert it.wake_s == pytest.approx(it.now_ms / 1000 - 1.7e9 + 10)
    it.after(10).tick()
    assert it.table.hand is None
    assert it.table.chair(1).silences == 2
    assert it.table.chair(1).life is Life.WAITING


@pytest.mark.rule("000:10", "P-A3")
def test_the_entry_is_a_balance_that_stays_in_the_wallet() -> None:
    """20,000 to sit down; nothing is moved or locked by it; from then on 5,000 are enough, and
    the chips of a hand are the whole balance of that moment."""
    it = Room(GAME, purse=20_000)
    it.wallets["caro"] = 19_999
    it.attach("caro")
    assert it.sit("caro") == "below_entry"
    assert it.join("ana", ready=False) == ""
    assert it.join("beto", ready=False) == ""
    assert it.moved() == []
    assert it.locks == {}
    it.wallets |= {"ana": 5_000, "beto": 70_000}
    it.ready("ana")
    it.ready("beto")
    assert [seat.chips for seat in it.opened()[-1].seats] == [5_000, 70_000]


def to_two(it: Room) -> None:
    it.stacked = []
    say(it, "voy 5000", "voy 5000")
    assert it.phase == "APUESTA"


# ── La Mano and leaving ──────────────────────────────────────────────────────────────────────
@pytest.mark.rule("000:29", "P-A4")
@pytest.mark.parametrize("how", ["stand", "expel", "grace", "paso"])
def test_la_mano_who_goes_hands_the_title_on_at_once(how: str) -> None:
    it = room()
    to_apuesta(it)
    assert mano(it) == "ana"
    match how:
        case "stand":
            it.stand("ana")
        case "expel":
            it.expel("ana")
        case "grace":
            it.drop("ana")
            it.at(59.999).tick()
            assert mano(it) == "ana"
            it.at(60).tick()
        case "paso":
            say(it, "paso", "voy 10000", "fuera", "fuera")
            assert it.phase == "MOSTRAR"
    assert mano(it) == "beto"


@pytest.mark.rule("000:134")
def test_a_voluntary_leave_is_immediate_and_what_was_put_stays() -> None:
    it = room()
    to_apuesta(it)
    say(it, "voy 20000")
    assert it.wallets["ana"] == 75_000
    it.stand("ana")
    assert it.table.seat_of("ana") is None
    assert it.wallets["ana"] == 75_000
    assert it.accounts["pot:pozo"] == 20_000


@pytest.mark.rule("000:131", "000:132")
def test_at_59_999_he_gets_back_his_hand_and_his_turn() -> None:
    it = room()
    to_apuesta(it)
    it.at(30).drop("ana")
    cards = GAME.view(it.table.hand.state, 1).own  # type: ignore[union-attr]
    it.at(89.999).attach("ana")
    assert GAME.view(it.table.hand.state, 1).own == cards  # type: ignore[union-attr]
    assert it.asked == ["ana"]
    assert it.play("ana", "paso") == ""


@pytest.mark.rule("000:133")
def test_at_60_000_the_seat_is_free_and_the_hand_resolved() -> None:
    it = room()
    to_apuesta(it)
    it.at(30).drop("beto")
    it.at(90).tick()
    assert it.table.seat_of("beto") is None
    assert GAME.alive(it.table.hand.state) == (1, 3)  # type: ignore[union-attr]
    assert it.asked == ["ana"]


# ── cancelling ───────────────────────────────────────────────────────────────────────────────
def in_the_middle() -> Room:
    it = room()
    to_apuesta(it)
    say(it, "voy 20000", "voy 30000")
    assert it.wallets == {"ana": 75_000, "beto": 65_000, "caro": 95_000}
    return it


def made_good(it: Room) -> bool:
    return it.wallets == dict.fromkeys(("ana", "beto", "caro"), 100_000) and not it.locks


@pytest.mark.rule("000:117")
@pytest.mark.parametrize(("back", "cancelled"), [(61.999, False), (62.0, True)])
def test_a_mass_disconnection_gives_every_contribution_back(back: float, cancelled: bool) -> None:
    it = in_the_middle()
    for second, user in enumerate(("ana", "beto", "caro")):
        it.at(second).drop(user)
    it.at(back).attach("caro")
    assert made_good(it) is cancelled
    assert [fact.word for fact in it.told("cancelled")] == ["desconexion_masiva"] * cancelled
    if not cancelled:
        assert it.asked == ["caro"]
        say(it, "fuera")


@pytest.mark.rule("000:117")
def test_a_failed_node_whose_players_stay_away_gives_everything_back() -> None:
    it = in_the_middle()
    it.at(500).resume(495)
    it.at(559.999).tick()
    assert not made_good(it)
    it.at(560).tick()
    assert made_good(it)


@pytest.mark.rule("000:117")
def test_closing_gives_every_contribution_back() -> None:
    it = in_the_middle()
    assert it.give(Close(it.now_ms, "cierre")) == ""
    assert made_good(it)
    assert it.status is Status.CLOSED


@pytest.mark.rule("P-K")
def test_in_mostrar_nothing_is_left_to_cancel() -> None:
    it = room("ana", "beto")
    to_two(it)
    say(it, "voy 10000", "fuera")
    assert it.phase == "MOSTRAR"
    wallets = dict(it.wallets)
    assert it.give(Close(it.now_ms, "cierre")) == ""
    assert it.phase == "MOSTRAR"
    assert it.wallets == wallets
    it.play("ana", "ocultar")
    assert it.status is Status.CLOSED
    assert it.wallets == wallets


# ── sessions ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("P-A1")
def test_a_new_session_draws_again_and_a_running_one_does_not() -> None:
    it = room()
    it.stacked = []
    next_hand(it)
    it.stand("caro")  # two seats stay occupied
    next_hand(it)
    it.stand("beto")
    next_hand(it)
    assert it.table.hand is None
    it.join("dani")
    it.after(3).tick()
    assert [fact.amount for fact in it.told("session")] == [1, 2]
    assert drawn(it) == ["m-1", f"m-{it.table.hands}"]
    assert it.table.hands >= 4


def next_hand(it: Room) -> None:
    """Play on until this hand is over, and on to the next one if it opens."""
    while it.table.hand is not None:
        it.play_on(1)
    it.play_on(1)


def drawn(it: Room) -> list[str]:
    """The hands that began with a sorteo."""
    return [
        record.hand
        for record in it.all
        if isinstance(record, Record)
        for event in record.events
        if getattr(event, "what", "") == "asiento"
    ]


@pytest.mark.rule("000:124")
@pytest.mark.parametrize("seed", range(5))
def test_the_chips_on_the_screen_are_the_persisted_balance(seed: int) -> None:
    """After every hand, and during it less what came from elsewhere (nothing here)."""
    it = Room(GAME, seed=seed, purse=400_000)
    it.deal("ana", "beto", "caro", "dani")
    for _ in range(200):
        it.play_on(1)
        hand = it.table.hand
        if hand is not None:
            shown = {s.seat: s.chips for s in GAME.view(hand.state, None).seats}
            assert shown == {seat: it.wallets[user] for seat, user in hand.users.items()}
        else:
            assert all(it.wallets[c.user] == c.chips for c in it.table.chairs if c.taken)
    assert it.table.hands > 3
