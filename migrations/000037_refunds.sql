-- Refunds. The id of a refund is its name at the provider, and follows from the website, the mode and the name that its caller gave: a store
-- that was rolled back gives the same refund the same id, and finds it in the provider's records. refund_money has a row for each payment
-- with a refund. What its refunds hold is changed in the transaction that changes their status, so that they never exceed what was paid.
-- compatible with: 000028

CREATE TABLE refund_money (
  payment_id BIGINT PRIMARY KEY,
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  paid_minor BIGINT NOT NULL CHECK (paid_minor > 0),
  reserved_minor BIGINT NOT NULL CHECK (reserved_minor >= 0),
  refunded_minor BIGINT NOT NULL CHECK (refunded_minor >= 0),
  CHECK (reserved_minor + refunded_minor <= paid_minor)
);

CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> '' AND length(name) <= 64),
  website_id TEXT NOT NULL REFERENCES websites (id),
  mode TEXT NOT NULL CHECK (mode = 'test' OR mode = 'live'),
  payment_id BIGINT NOT NULL REFERENCES refund_money (payment_id),
  method TEXT NOT NULL CHECK (method <> ''),
  amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  is_whole SMALLINT NOT NULL CHECK (is_whole = 0 OR is_whole = 1),
  reason TEXT,
  status TEXT NOT NULL CHECK (status = 'requested' OR status = 'approved' OR status = 'sent' OR status = 'unknown' OR status = 'manual'
    OR status = 'succeeded' OR status = 'failed' OR status = 'reversed'),
  failure_reason TEXT,
  requested_by TEXT NOT NULL CHECK (requested_by <> ''),
  approved_by TEXT,
  provider_ref TEXT,
  word TEXT,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  asked_at_us BIGINT,
  next_step_at_us BIGINT,
  created_at_us BIGINT NOT NULL,
  ended_at_us BIGINT,
  CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
  CHECK ((status = 'succeeded' OR status = 'failed' OR status = 'reversed') = (ended_at_us IS NOT NULL)),
  CHECK ((status <> 'sent' AND status <> 'unknown') OR asked_at_us IS NOT NULL),
  CHECK (status = 'requested' OR status = 'failed' OR approved_by IS NOT NULL),
  CHECK ((status <> 'succeeded' AND status <> 'reversed') OR provider_ref IS NOT NULL)
);

CREATE INDEX refunds_list ON refunds (website_id, mode, created_at_us, id);

CREATE INDEX refunds_newest ON refunds (created_at_us, id);

CREATE INDEX refunds_payment ON refunds (payment_id);

CREATE INDEX refunds_due ON refunds (next_step_at_us) WHERE next_step_at_us IS NOT NULL;

-- A transaction of a wallet or a provider pays one refund.
CREATE UNIQUE INDEX refunds_provider ON refunds (method, mode, provider_ref) WHERE provider_ref IS NOT NULL;
