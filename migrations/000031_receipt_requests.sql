-- Receipts that customers and users ask for, to an address that they enter. One row for each payment, for the newest request: a new one
-- replaces a request whose e-mail still waits. The queue is that of receipts (000016), and so are its columns.
-- compatible with: 000028

CREATE TABLE receipt_requests (
  payment_id BIGINT PRIMARY KEY,
  address TEXT NOT NULL CHECK (address <> '' AND length(address) <= 254),
  -- All requests of the payment, which has a limit.
  requests INTEGER NOT NULL CHECK (requests >= 1),
  status TEXT NOT NULL CHECK (status = 'pending' OR status = 'sent' OR status = 'given_up' OR status = 'dropped'),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_attempt_at_us BIGINT,
  last_error TEXT,
  created_at_us BIGINT NOT NULL,
  ended_at_us BIGINT,
  CHECK ((status = 'pending') = (next_attempt_at_us IS NOT NULL)),
  CHECK ((status = 'pending') = (ended_at_us IS NULL))
);

CREATE INDEX receipt_requests_queue ON receipt_requests (next_attempt_at_us) WHERE next_attempt_at_us IS NOT NULL;

CREATE INDEX receipt_requests_given_up ON receipt_requests (ended_at_us) WHERE status = 'given_up';
