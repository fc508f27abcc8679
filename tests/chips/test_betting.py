"""The betting round: turns, raises that reopen, who is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.chips.betting import Round, begin, bet, check, drop, turn


def play(seats: int, first: int, words: str) -> Round:
    """A round among seats 1..n after words such as `2=5` (bet), `3` (check), `1x` (drop)."""
    now = begin(range(1, seats + 1), tuple(range(1, seats + 1)), first)
    for word in words.split():
        seat = int(word[0])
        assert seat == turn(now)
        if word.endswith("x"):
            now = drop(now, seat)
        elif "=" in word:
            now = bet(now, seat, int(word[2:].rstrip("!")), able=not word.endswith("!"))
        else:
            now = check(now, seat)
    return now


@pytest.mark.rule("P-C3")
@pytest.mark.parametrize(
    ("seats", "first", "words", "follows"),
    [
        (4, 1, "", 1),
        (4, 3, "", 3),
        (4, 3, "3 4", 1),
        (4, 1, "1 2 3 4", 0),
        (4, 1, "1 2=10 3=10 4=30", 1),  # a raise asks everybody else once more
        (4, 1, "1 2=10 3=10 4=30 1=30 2=20", 3),  # from the raiser's left
        (4, 1, "1 2=10 3=10 4=30 1=30 2=20 3=20", 0),
        (3, 1, "1=10 2=5! 3x", 0),  # call for less, the bettor is left and owes nothing
        (3, 1, "1=10 2=15! 3x", 1),  # all-in above: the bettor owes
        (3, 1, "1=10 2x 3x", 0),
        (2, 2, "2 1", 0),
    ],
)
def test_who_acts_next(seats: int, first: int, words: str, follows: int) -> None:
    assert turn(play(seats, first, words)) == follows


def test_nobody_or_one_who_owes_nothing_is_not_asked() -> None:
    assert turn(begin((1, 2), (), 1)) == 0
    assert turn(begin((1, 2), (2,), 1)) == 0


@given(st.lists(st.integers(0, 3), max_size=60), st.integers(2, 7), st.integers(1, 7))
def test_a_round_ends_and_leaves_nobody_able_owing(
    words: list[int], seats: int, first: int
) -> None:
    now = begin(range(1, seats + 1), tuple(range(1, seats + 1)), first)
    raises = 0
    for word in words:
        seat = turn(now)
        if not seat:
            assert all(not now.owes(s) for s in now.able)
            break
        owed = now.owes(seat)
        if word == 0 and owed:
            now = drop(now, seat)
        elif word == 0 or (word == 1 and not owed):
            now = check(now, seat)
        elif word == 1:
            now = bet(now, seat, owed, able=True)
        else:
            raises += 1
            now = bet(now, seat, owed + 1, able=word == 2)
