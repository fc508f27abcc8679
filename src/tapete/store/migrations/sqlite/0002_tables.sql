-- Tables, their two logs, hands, and what commands were answered. Bodies may be sealed: the store
-- never reads them.

CREATE TABLE room (
    name TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    currency TEXT NOT NULL,
    config TEXT NOT NULL,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    CONSTRAINT room_fence CHECK (epoch > 0 AND seq >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE input (
    room TEXT NOT NULL REFERENCES room (name),
    seq INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body BLOB NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (room, seq),
    CONSTRAINT input_seq CHECK (seq > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    part INTEGER NOT NULL,
    hand TEXT NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    salt BLOB NOT NULL,
    leaf BLOB NOT NULL,
    link BLOB NOT NULL,
    shuffles INTEGER NOT NULL,
    viewers TEXT,
    PRIMARY KEY (room, seq, part),
    UNIQUE (room, hand, number),
    FOREIGN KEY (room, seq) REFERENCES input (room, seq),
    CONSTRAINT event_hashes CHECK (length(leaf) = 32 AND length(link) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE root (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    hand TEXT NOT NULL,
    k INTEGER NOT NULL,
    n INTEGER NOT NULL,
    root BLOB NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (room, hand, k),
    FOREIGN KEY (room, seq) REFERENCES input (room, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (room, seq),
    FOREIGN KEY (room, seq) REFERENCES input (room, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE hand (
    name TEXT NOT NULL PRIMARY KEY,
    room TEXT NOT NULL REFERENCES room (name),
    game TEXT NOT NULL,
    version TEXT NOT NULL,
    setup BLOB NOT NULL,
    opened_ms INTEGER NOT NULL,
    closed_ms INTEGER NOT NULL DEFAULT 0,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL DEFAULT 0,
    cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
    result TEXT NOT NULL DEFAULT '{}'
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX hand_one_open ON hand (room) WHERE last_seq = 0;

CREATE TABLE hand_seat (
    user TEXT NOT NULL,
    opened_ms INTEGER NOT NULL,
    hand TEXT NOT NULL REFERENCES hand (name),
    seat INTEGER NOT NULL,
    PRIMARY KEY (user, opened_ms, hand),
    UNIQUE (hand, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet_lock (
    user TEXT NOT NULL,
    currency TEXT NOT NULL,
    hand TEXT NOT NULL REFERENCES hand (name),
    room TEXT NOT NULL,
    chips INTEGER NOT NULL,
    elsewhere INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, currency)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_lock_by_hand ON wallet_lock (hand);

CREATE TABLE answer (
    user TEXT NOT NULL,
    room TEXT NOT NULL,
    cmd_id TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    code TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (user, room, cmd_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER input_no_update BEFORE UPDATE ON input
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER input_no_delete BEFORE DELETE ON input
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER event_no_update BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER root_no_update BEFORE UPDATE ON root
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER root_no_delete BEFORE DELETE ON root
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER answer_no_update BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER answer_no_delete BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
