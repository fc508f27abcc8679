-- Who left a running hand and lost his stake to the next one: counted for good, and shown.

CREATE TABLE abandonment (
    user TEXT NOT NULL,
    hand TEXT NOT NULL REFERENCES hand (name),
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (user, hand)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER abandonment_no_update BEFORE UPDATE ON abandonment
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER abandonment_no_delete BEFORE DELETE ON abandonment
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
