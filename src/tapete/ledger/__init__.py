"""Double entry without a clock, a file or a network: names, requests, and a book in memory."""
