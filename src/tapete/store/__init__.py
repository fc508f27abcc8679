"""Where everything is kept: one port, and the stores behind it."""
