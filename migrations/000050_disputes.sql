-- Disputes of completed payments at the customer's bank, as providers report them. The rows of discrepancies are the work that they cause; the
-- entries of the ledger follow from these rows.
-- compatible with: 000048

CREATE TABLE disputes (
  id TEXT NOT NULL PRIMARY KEY,
  website_id TEXT NOT NULL REFERENCES websites (id),
  mode TEXT NOT NULL CHECK (mode = 'live' OR mode = 'test'),
  payment_id BIGINT NOT NULL REFERENCES payments (id),
  method TEXT NOT NULL CHECK (method = 'moncash' OR method = 'natcash' OR method = 'lakaypay_card' OR method = 'card'),
  provider_ref TEXT NOT NULL CHECK (provider_ref <> ''),
  amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  reason TEXT CHECK (length(reason) <= 200),
  state TEXT NOT NULL CHECK (state = 'opened' OR state = 'won' OR state = 'lost'),
  opened_at_us BIGINT NOT NULL,
  decided_at_us BIGINT,
  evidence_due_at_us BIGINT,
  created_at_us BIGINT NOT NULL,
  CHECK ((state = 'opened') = (decided_at_us IS NULL))
);

CREATE UNIQUE INDEX disputes_provider ON disputes (method, mode, provider_ref);

CREATE INDEX disputes_payment ON disputes (payment_id);

CREATE INDEX disputes_list ON disputes (created_at_us, id);

CREATE INDEX disputes_website ON disputes (website_id, created_at_us, id);

CREATE INDEX disputes_state ON disputes (state, created_at_us, id);
