"""Shares, rake, levels and limits: laws with hypothesis, figures of the rules as tables."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.chips.betting import uncalled
from tapete.chips.limits import FixedLimit, NoLimit, PotLimit, Spot, TableLimit
from tapete.chips.order import clockwise
from tapete.chips.pots import layers
from tapete.chips.rake import rake
from tapete.chips.split import split

SEATS = st.lists(st.integers(1, 10), min_size=1, max_size=10, unique=True).map(sorted)
PUT = st.dictionaries(st.integers(1, 10), st.integers(0, 60), min_size=1, max_size=10)


@given(SEATS, st.integers(1, 12))
def test_clockwise_is_a_rotation_that_begins_at_the_first_seat_from_there(
    seats: list[int], first: int
) -> None:
    order = clockwise(seats, first)
    assert sorted(order) == seats
    assert order[0] == next((s for s in seats if s >= first), seats[0])
    assert sum(a > b for a, b in itertools.pairwise(order)) <= 1


@given(st.integers(0, 10**9), SEATS, st.integers(1, 1000))
def test_split_gives_every_chip_an_owner(net: int, winners: list[int], unit: int) -> None:
    shares = split(net, winners, unit)
    assert [seat for seat, _ in shares] == winners
    assert sum(share for _, share in shares) == net
    assert all(share >= 0 for _, share in shares)
    assert all(share % unit == 0 for _, share in shares[1:])
    units = [share // unit for _, share in shares]
    assert max(units) - min(units) <= 1
    assert units == sorted(units, reverse=True)


@pytest.mark.rule("000:101", "P-F3")
def test_split_of_the_rules() -> None:
    assert split(9_500, (3, 1, 2), 50) == ((3, 3_200), (1, 3_150), (2, 3_150))
    assert split(9_500, (1, 2), 50) == ((1, 4_750), (2, 4_750))
    assert split(42_750, (1, 2), 50) == ((1, 21_400), (2, 21_350))
    assert split(10_013, (4, 1, 2), 50) == ((4, 3_363), (1, 3_350), (2, 3_300))
    assert split(7, (1, 2, 3)) == ((1, 3), (2, 2), (3, 2))


@pytest.mark.rule("000:121", "000:126", "000:158", "P-F2")
@pytest.mark.parametrize(
    ("gross", "due"),
    [(15_000, 750), (15_900, 750), (12_345, 600), (1_000, 50), (900, 0), (0, 0)],
)
def test_rake_of_the_rules(gross: int, due: int) -> None:
    assert rake(gross, 500, 50) == due


@given(st.integers(0, 10**9), st.integers(0, 10_000), st.integers(1, 1000))
def test_rake_is_a_multiple_of_its_unit_and_within_the_pot(gross: int, bp: int, unit: int) -> None:
    due = rake(gross, bp, unit)
    assert 0 <= due <= gross
    assert due % unit == 0
    assert due * 10_000 <= gross * bp < (due + unit) * 10_000


@given(PUT, st.sets(st.integers(1, 10)), st.integers(0, 50), st.integers(0, 99))
def test_layers_keep_every_chip_and_only_pay_who_reached_them(
    put: dict[int, int], alive: set[int], floor: int, extra: int
) -> None:
    found = layers(tuple(put.items()), alive, floor, extra)
    above = sum(max(0, amount - floor) for amount in put.values())
    assert sum(layer.amount for layer in found) == (above + extra if above else 0)
    tops = [layer.top for layer in found]
    assert tops == sorted(set(tops))
    for below, layer in itertools.pairwise(found):
        assert layer.seats
        assert set(layer.seats) < set(below.seats)
    for seat in alive & put.keys():
        assert [seat in layer.seats for layer in found] == [
            put[seat] > low for low in [floor, *tops][: len(found)]
        ]


@pytest.mark.rule("000:110", "P-F1")
def test_layers_of_the_rules() -> None:
    put: tuple[tuple[int, int], ...] = ((1, 10_000), (2, 10_000), (3, 30_000), (4, 30_000))
    assert [(x.amount, x.seats) for x in layers(put, {1, 2})] == [(80_000, (1, 2))]
    put = ((1, 10_000), (2, 4_000), (3, 10_000))
    assert [(x.amount, x.seats) for x in layers(put, {1, 2, 3})] == [
        (12_000, (1, 2, 3)),
        (12_000, (1, 3)),
    ]
    assert [(x.amount, x.seats) for x in layers(put, ())] == [(24_000, ())]


@given(PUT)
def test_uncalled_is_what_the_first_has_over_the_second(put: dict[int, int]) -> None:
    seat, excess = uncalled(tuple(put.items()))
    amounts = sorted(put.values(), reverse=True)
    assert excess == amounts[0] - (amounts[1] if len(amounts) > 1 else 0)
    assert excess == 0 or put[seat] == amounts[0]


def test_no_limit_is_from_the_next_unit_to_all_he_has() -> None:
    assert NoLimit().bounds(Spot(5_000, 0, 90_250, unit=500)) == (5_500, 90_250)
    assert NoLimit().bounds(Spot(5_200, 0, 90_250, unit=500)) == (5_500, 90_250)
    assert NoLimit().bounds(Spot(0, 0, 300, unit=500)) == (300, 300)
    assert NoLimit().bounds(Spot(5_000, 0, 5_000, unit=500)) is None
    assert NoLimit().bounds(Spot(25, 20, 100, raise_by=14)) == (39, 120)


def test_pot_limit_is_the_pot_after_his_own_call() -> None:
    assert PotLimit().bounds(Spot(2, 0, 100, raise_by=2, pot=3)) == (4, 7)
    assert PotLimit().bounds(Spot(2, 1, 99, raise_by=2, pot=3)) == (4, 6)


def test_fixed_limit_is_one_size_and_a_cap() -> None:
    limit = FixedLimit(bet=10, cap=4)
    assert limit.bounds(Spot(0, 0, 100)) == (10, 10)
    assert limit.bounds(Spot(30, 20, 100, raises=3, counted=30)) == (40, 40)
    assert limit.bounds(Spot(40, 20, 100, raises=4, counted=40)) is None
    assert limit.bounds(Spot(13, 0, 100, raises=1, counted=10)) == (20, 20)
    assert limit.bounds(Spot(10, 0, 13, raises=1, counted=10)) == (13, 13)
    assert limit.bounds(Spot(10, 0, 9, raises=1, counted=10)) is None


def test_table_limit_caps_the_total_of_the_round() -> None:
    assert TableLimit(100).bounds(Spot(40, 0, 500, raise_by=40)) == (80, 100)
    assert TableLimit(100).bounds(Spot(80, 0, 500, raise_by=40)) == (100, 100)
    assert TableLimit(100).bounds(Spot(100, 40, 500, raise_by=40)) is None
