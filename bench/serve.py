"""The server as it is, but without the moments in which people look at the felt: two hands are
milliseconds apart."""

from __future__ import annotations

from tapete import app
from tapete.server import recovery
from tapete.table import clocks

REST_MS = 20  # the wallets of the last hand must be free again

if __name__ == "__main__":
    clocks.REST_MS = REST_MS
    recovery.GATHER_MS = 0
    app.main()
