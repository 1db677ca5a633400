-- What providers paid to bank accounts: recorded by hand for one website, or imported from the provider's statement, whose lines are then
-- matched with payments and refunds. Entries of the ledger follow from rows of both tables. A reversed payout frees its reference.
-- compatible with: 000045

CREATE TABLE payouts (
  id TEXT NOT NULL PRIMARY KEY,
  method TEXT NOT NULL CHECK (method = 'moncash' OR method = 'natcash' OR method = 'lakaypay_card' OR method = 'card'),
  reference TEXT NOT NULL CHECK (reference <> ''),
  bank TEXT NOT NULL CHECK (bank <> ''),
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  website_id TEXT REFERENCES websites (id),
  gross_minor BIGINT NOT NULL,
  fee_minor BIGINT NOT NULL,
  net_minor BIGINT NOT NULL,
  lines BIGINT NOT NULL CHECK (lines >= 0),
  paid_at_us BIGINT NOT NULL,
  from_us BIGINT,
  to_us BIGINT,
  digest TEXT,
  created_at_us BIGINT NOT NULL,
  recorded_by TEXT NOT NULL CHECK (recorded_by <> ''),
  reversed_at_us BIGINT,
  reversed_by TEXT,
  note TEXT,
  CHECK (net_minor = gross_minor - fee_minor),
  CHECK ((website_id IS NULL) = (digest IS NOT NULL)),
  CHECK ((digest IS NULL) = (lines = 0)),
  CHECK ((from_us IS NULL) = (to_us IS NULL)),
  CHECK ((reversed_at_us IS NULL) = (note IS NULL)),
  CHECK ((reversed_at_us IS NULL) = (reversed_by IS NULL))
);

CREATE UNIQUE INDEX payouts_reference ON payouts (method, reference) WHERE reversed_at_us IS NULL;

CREATE INDEX payouts_list ON payouts (created_at_us, id);

-- The state of a line. new: not matched yet. matched: with a payment or a refund. only_theirs: with none; reason says why. reversing: its
-- entries will be posted back, because its payout was reversed. reversed: they were, or there were none.
CREATE TABLE payout_lines (
  payout_id TEXT NOT NULL REFERENCES payouts (id),
  line BIGINT NOT NULL CHECK (line > 0),
  kind TEXT NOT NULL CHECK (kind = 'payment' OR kind = 'refund' OR kind = 'other'),
  reference TEXT NOT NULL CHECK (reference <> ''),
  amount_minor BIGINT NOT NULL,
  fee_minor BIGINT,
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  at_us BIGINT,
  state TEXT NOT NULL CHECK (state = 'new' OR state = 'matched' OR state = 'only_theirs' OR state = 'reversing' OR state = 'reversed'),
  reason TEXT CHECK (reason = 'no_payment' OR reason = 'not_completed' OR reason = 'other_amount' OR reason = 'other_currency'
    OR reason = 'repeated' OR reason = 'ambiguous' OR reason = 'other_kind'),
  payment_id BIGINT,
  refund_id TEXT,
  website_id TEXT,
  replaced_minor BIGINT,
  decided_at_us BIGINT,
  reversed_at_us BIGINT,
  note TEXT,
  noted_by TEXT,
  PRIMARY KEY (payout_id, line),
  CHECK ((payment_id IS NULL) = (website_id IS NULL)),
  CHECK (refund_id IS NULL OR payment_id IS NOT NULL),
  CHECK ((state <> 'matched' AND state <> 'reversing') OR (payment_id IS NOT NULL AND decided_at_us IS NOT NULL)),
  CHECK (payment_id IS NULL OR kind <> 'other'),
  CHECK (payment_id IS NULL OR (kind = 'refund') = (refund_id IS NOT NULL)),
  CHECK ((state <> 'new' AND state <> 'only_theirs') OR payment_id IS NULL),
  CHECK (state <> 'only_theirs' OR (reason IS NOT NULL AND decided_at_us IS NOT NULL)),
  CHECK (note IS NULL OR (state <> 'new' AND state <> 'matched' AND state <> 'reversing')),
  CHECK ((note IS NULL) = (noted_by IS NULL))
);

-- A payment and a refund are paid out once.
CREATE UNIQUE INDEX payout_lines_payment ON payout_lines (payment_id) WHERE kind = 'payment' AND (state = 'matched' OR state = 'reversing');

CREATE UNIQUE INDEX payout_lines_refund ON payout_lines (refund_id) WHERE refund_id IS NOT NULL AND (state = 'matched' OR state = 'reversing');

CREATE INDEX payout_lines_about ON payout_lines (payment_id, payout_id, line) WHERE payment_id IS NOT NULL;

CREATE INDEX payout_lines_due ON payout_lines (payout_id, line) WHERE state = 'new' OR state = 'reversing';

CREATE INDEX payout_lines_unmatched ON payout_lines (payout_id, line) WHERE state = 'only_theirs' AND note IS NULL;
