-- People, their logins, and the pulse of the house. A session is found by the hash of its token.

CREATE TABLE member (
    user TEXT NOT NULL PRIMARY KEY,
    nick TEXT NOT NULL,
    nick_key TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    guest INTEGER NOT NULL CHECK (guest IN (0, 1)),
    house INTEGER NOT NULL CHECK (house IN (0, 1)),
    terms TEXT NOT NULL,
    terms_ms INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX member_of_house ON member (house) WHERE house = 1;

CREATE TABLE acceptance (
    user TEXT NOT NULL REFERENCES member (user),
    version TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (user, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
    token BLOB NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    user TEXT NOT NULL REFERENCES member (user),
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_user ON session (user);
CREATE INDEX session_by_end ON session (expires_ms);

CREATE TABLE heartbeat (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at_ms INTEGER NOT NULL
) STRICT;
