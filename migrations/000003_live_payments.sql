-- The provider's own number of a payment or a charge: what an operator sees in the provider's portal.
ALTER TABLE payments ADD COLUMN provider_ref TEXT;

CREATE INDEX payments_provider_ref ON payments (method, provider_ref) WHERE provider_ref IS NOT NULL;

-- What a reconciliation reads: the live payments of a period.
CREATE INDEX payments_live ON payments (created_at_us, id) WHERE mode = 'live';

-- Open payments of each mode are looked at apart, and live ones by method: a provider that hangs delays no other.
DROP INDEX payments_next_check;

CREATE INDEX payments_next_check ON payments (mode, next_check_at_us, method) WHERE next_check_at_us IS NOT NULL;

-- Live payments that failed are asked about a few times more: money may have come after all.
CREATE TABLE late_checks (
  payment_id BIGINT PRIMARY KEY REFERENCES payments (id),
  method TEXT NOT NULL,
  checks INTEGER NOT NULL CHECK (checks >= 0),
  next_check_at_us BIGINT NOT NULL
);

CREATE INDEX late_checks_next ON late_checks (method, next_check_at_us);

-- Money that a provider reports and our payments do not, or the other way round: for the operator to settle. The same
-- report seen again is the same row. The payment is missing when the provider's charge names none of ours.
CREATE TABLE discrepancies (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('paid_after_failure', 'amount_mismatch', 'paid_twice', 'not_paid', 'unknown_payment')),
  method TEXT NOT NULL CHECK (method IN ('moncash', 'natcash', 'lakaypay_card', 'card')),
  payment_id BIGINT REFERENCES payments (id),
  provider_ref TEXT NOT NULL,
  reported_minor BIGINT CHECK (reported_minor >= 0),
  reported_currency TEXT CHECK (reported_currency IN ('HTG', 'USD')),
  times_seen INTEGER NOT NULL CHECK (times_seen > 0),
  first_seen_at_us BIGINT NOT NULL,
  last_seen_at_us BIGINT NOT NULL,
  settled_at_us BIGINT,
  note TEXT,
  CHECK ((reported_minor IS NULL) = (reported_currency IS NULL)),
  CHECK ((settled_at_us IS NULL) = (note IS NULL)),
  CHECK ((kind = 'unknown_payment') = (payment_id IS NULL)),
  CHECK (kind = 'not_paid' OR reported_minor IS NOT NULL)
);

CREATE UNIQUE INDEX discrepancies_case ON discrepancies (method, provider_ref, kind, COALESCE(payment_id, 0));

CREATE INDEX discrepancies_open ON discrepancies (first_seen_at_us) WHERE settled_at_us IS NULL;

-- Whether money came for a payment after it had failed is asked for each page of one and before each recurring charge.
CREATE INDEX discrepancies_payment ON discrepancies (payment_id);
