-- Receipts by e-mail: the row is written in the transaction that completes a payment, and is the proof that its receipt was sent.
-- next_attempt_at_us is the queue: while a worker has the row it is that worker's lease, and null once nothing more is tried. It
-- names its payment without a reference, so that an older version may forget payments.
-- compatible with: 000010

ALTER TABLE websites ADD COLUMN sends_receipts SMALLINT NOT NULL DEFAULT 0 CHECK (sends_receipts = 0 OR sends_receipts = 1);

CREATE TABLE receipts (
  payment_id BIGINT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status = 'pending' OR status = 'sent' OR status = 'given_up' OR status = 'dropped'),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_attempt_at_us BIGINT,
  last_error TEXT,
  created_at_us BIGINT NOT NULL,
  ended_at_us BIGINT,
  CHECK ((status = 'pending') = (next_attempt_at_us IS NOT NULL)),
  CHECK ((status = 'pending') = (ended_at_us IS NULL))
);

CREATE INDEX receipts_queue ON receipts (next_attempt_at_us) WHERE next_attempt_at_us IS NOT NULL;

CREATE INDEX receipts_given_up ON receipts (ended_at_us) WHERE status = 'given_up';
