"""Sealed blobs: they open with the same key and place only, and their length tells nothing."""

from __future__ import annotations

import hashlib
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.record.seal import BLOCK, BrokenSeal, Vault

VAULT = Vault(bytes(32), os.urandom)


@given(st.binary(max_size=3 * BLOCK), st.binary(max_size=8))
def test_what_is_sealed_comes_out_again(plain: bytes, about: bytes) -> None:
    assert VAULT.unseal(VAULT.seal(plain, about), about) == plain


@given(st.binary(max_size=BLOCK - 1), st.binary(max_size=BLOCK - 1))
def test_the_length_of_a_blob_tells_nothing(one: bytes, other: bytes) -> None:
    assert len(VAULT.seal(one, b"")) == len(VAULT.seal(other, b""))


@pytest.mark.parametrize(
    ("vault", "about"),
    [
        (Vault(bytes([1]) * 32, os.urandom), b"seq 1"),
        (VAULT.of("mesa-2"), b"seq 1"),
        (VAULT, b"seq 2"),
    ],
    ids=["another key", "another table", "another place"],
)
def test_a_blob_opens_only_where_it_belongs(vault: Vault, about: bytes) -> None:
    sealed = VAULT.seal(b"7o", b"seq 1")
    with pytest.raises(BrokenSeal):
        vault.unseal(sealed, about)


@given(st.integers(0, 12 + BLOCK), st.integers(1, 255))
def test_a_changed_blob_does_not_open(at: int, bits: int) -> None:
    sealed = bytearray(VAULT.seal(b"7o2c", b""))
    sealed[at] ^= bits
    with pytest.raises(BrokenSeal):
        VAULT.unseal(bytes(sealed), b"")


def test_a_cut_blob_does_not_open() -> None:
    with pytest.raises(BrokenSeal):
        VAULT.unseal(VAULT.seal(b"7o", b"")[:40], b"")


def test_the_key_has_its_length() -> None:
    with pytest.raises(ValueError, match="31 bytes"):
        Vault(bytes(31), os.urandom)


def test_a_mark_is_the_same_for_the_same_bytes_and_needs_the_key() -> None:
    other = [Vault(bytes([1]) * 32, os.urandom), VAULT.of("mesa-2")]
    assert VAULT.mark(b"no_llevo") == Vault(bytes(32), os.urandom).mark(b"no_llevo")
    assert VAULT.mark(b"no_llevo") != VAULT.mark(b"llevo")
    assert all(vault.mark(b"no_llevo") != VAULT.mark(b"no_llevo") for vault in other)
    assert VAULT.mark(b"no_llevo") != hashlib.sha256(b"no_llevo").digest()
