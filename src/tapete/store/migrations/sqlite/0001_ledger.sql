-- Double entry. A posting takes `amount` from `debit` and gives it to `credit`, so the sum over all
-- accounts is always zero; the composite keys hold each row to one currency.

CREATE TABLE account (
    name TEXT NOT NULL PRIMARY KEY,
    currency TEXT NOT NULL,
    owner TEXT NOT NULL,
    balance INTEGER NOT NULL DEFAULT 0,
    UNIQUE (name, currency),
    CONSTRAINT account_not_negative CHECK (
        balance >= 0 OR name GLOB 'house:emision:*' OR name GLOB 'house:fichas:*'
    ),
    CONSTRAINT account_currency CHECK (
        name GLOB 'table:*' OR name GLOB ('*:' || currency)
    )
) STRICT, WITHOUT ROWID;
CREATE INDEX account_by_owner ON account (owner, currency) WHERE owner <> '';

CREATE TABLE journal (
    number INTEGER NOT NULL PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    fingerprint BLOB NOT NULL,
    currency TEXT NOT NULL,
    why TEXT NOT NULL,
    hand TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (number, currency),
    CONSTRAINT journal_key CHECK (length(key) BETWEEN 1 AND 120),
    CONSTRAINT journal_hashes CHECK (
        length(fingerprint) = 32 AND length(previous) = 32 AND length(hash) = 32
    )
) STRICT;
CREATE INDEX journal_by_hand ON journal (hand) WHERE hand <> '';

CREATE TABLE posting (
    number INTEGER NOT NULL,
    part INTEGER NOT NULL,
    currency TEXT NOT NULL,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL,
    amount INTEGER NOT NULL,
    debit_after INTEGER NOT NULL,
    credit_after INTEGER NOT NULL,
    PRIMARY KEY (number, part),
    FOREIGN KEY (number, currency) REFERENCES journal (number, currency),
    FOREIGN KEY (debit, currency) REFERENCES account (name, currency),
    FOREIGN KEY (credit, currency) REFERENCES account (name, currency),
    CONSTRAINT posting_amount CHECK (amount > 0),
    CONSTRAINT posting_two_sides CHECK (debit <> credit)
) STRICT, WITHOUT ROWID;
CREATE INDEX posting_by_debit ON posting (debit, number, part) WHERE debit GLOB 'user:*';
CREATE INDEX posting_by_credit ON posting (credit, number, part) WHERE credit GLOB 'user:*';

CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER posting_no_update BEFORE UPDATE ON posting
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER posting_no_delete BEFORE DELETE ON posting
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER account_no_delete BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
