"""One process: pages, REST and socket on one port, one runner per table."""
