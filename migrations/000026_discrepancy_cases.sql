-- One payment of money is one open case, however often and in whichever way a provider reports it; other money is another case.
-- An unknown payment stores the transaction id that the provider named. Money that went back to the customer in the provider's portal, and
-- money that their bank holds in a dispute, are cases too, and say how it was returned. A CHECK cannot be changed on both engines, so the
-- table is rebuilt; it holds few rows.
ALTER TABLE discrepancies RENAME TO discrepancies_before;

CREATE TABLE discrepancies (
  id TEXT CONSTRAINT discrepancies_key PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('paid_after_failure', 'amount_mismatch', 'paid_twice', 'not_paid', 'unknown_payment', 'still_open',
    'returned_before_completion', 'returned_after_completion', 'disputed')),
  method TEXT NOT NULL CHECK (method IN ('moncash', 'natcash', 'lakaypay_card', 'card')),
  payment_id BIGINT REFERENCES payments (id),
  -- The transaction id of an unknown payment, which this store does not hold.
  named_id BIGINT CHECK (named_id > 0),
  provider_ref TEXT NOT NULL,
  reported_minor BIGINT CHECK (reported_minor >= 0),
  reported_currency TEXT CHECK (reported_currency IN ('HTG', 'USD')),
  reported_word TEXT CHECK (LENGTH(reported_word) <= 200),
  -- Of the open cases with this transaction id and amount: 1 for the first, 2 for a second provider number, and so on.
  nth INTEGER NOT NULL CHECK (nth > 0),
  times_seen INTEGER NOT NULL CHECK (times_seen > 0),
  first_seen_at_us BIGINT NOT NULL,
  last_seen_at_us BIGINT NOT NULL,
  settled_at_us BIGINT,
  note TEXT,
  CHECK ((reported_minor IS NULL) = (reported_currency IS NULL)),
  CHECK ((settled_at_us IS NULL) = (note IS NULL)),
  CHECK ((kind = 'unknown_payment') = (payment_id IS NULL)),
  CHECK (named_id IS NULL OR kind = 'unknown_payment'),
  CHECK (kind IN ('not_paid', 'still_open') OR reported_minor IS NOT NULL OR named_id IS NOT NULL),
  CHECK ((kind IN ('still_open', 'returned_before_completion', 'returned_after_completion', 'disputed'))
    = (reported_word IS NOT NULL))
);

INSERT INTO discrepancies (id, kind, method, payment_id, provider_ref, reported_minor, reported_currency, reported_word, nth, times_seen,
  first_seen_at_us, last_seen_at_us, settled_at_us, note)
  SELECT id, kind, method, payment_id, provider_ref, reported_minor, reported_currency, reported_word,
    ROW_NUMBER() OVER (PARTITION BY method, payment_id, reported_minor, reported_currency ORDER BY first_seen_at_us, id),
    times_seen, first_seen_at_us, last_seen_at_us, settled_at_us, note FROM discrepancies_before;

DROP TABLE discrepancies_before;

-- One report, open or settled.
CREATE UNIQUE INDEX discrepancies_case ON discrepancies (method, provider_ref, kind, COALESCE(payment_id, named_id, 0),
  COALESCE(reported_minor, -1), COALESCE(reported_currency, ''));

-- Two transactions that store the same money at once under two numbers or kinds take the same place here.
CREATE UNIQUE INDEX discrepancies_open_money ON discrepancies (method, COALESCE(payment_id, named_id), COALESCE(reported_minor, -1),
  COALESCE(reported_currency, ''), nth)
  WHERE settled_at_us IS NULL AND kind IN ('paid_after_failure', 'amount_mismatch', 'paid_twice', 'unknown_payment');

CREATE INDEX discrepancies_payment ON discrepancies (payment_id);

CREATE INDEX discrepancies_newest ON discrepancies (first_seen_at_us, id);

CREATE INDEX discrepancies_unsettled ON discrepancies (first_seen_at_us, id) WHERE settled_at_us IS NULL;
