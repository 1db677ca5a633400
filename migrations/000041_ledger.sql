-- The ledger: what completed payments, refunds and discrepancies changed, by double entry. The lines of an entry sum to zero in each
-- currency, and are written in the transaction of their event. Rows are never changed; those of deleted test payments are deleted with them.
-- The key starts with the payment, because about it an event happens once. `completed` is the payment's own event.
-- A program that does not know the ledger would complete a payment without its entry, so none may run alongside this one.
-- clustered in the embedded store

CREATE TABLE postings (
  about BIGINT NOT NULL CHECK (about >= 0),
  entry TEXT NOT NULL CHECK (entry <> ''),
  line SMALLINT NOT NULL CHECK (line > 0),
  website_id TEXT NOT NULL CHECK (website_id <> ''),
  mode TEXT NOT NULL CHECK (mode = 'test' OR mode = 'live'),
  account TEXT NOT NULL CHECK (account <> ''),
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  amount_minor BIGINT NOT NULL CHECK (amount_minor <> 0),
  at_us BIGINT NOT NULL,
  PRIMARY KEY (about, entry, line)
);

-- Balances are added up from this index alone.
CREATE INDEX postings_balances ON postings (website_id, mode, at_us, account, currency, amount_minor);

-- Payments that were completed before this table existed are posted little by little, the newest first: those with an id below before_id are
-- still to be posted; null once all have been.
CREATE TABLE ledger_fill (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  before_id BIGINT
);

INSERT INTO ledger_fill (id, before_id) SELECT 1, MAX(id) + 1 FROM payments;

-- Refunds are few.
INSERT INTO postings (about, entry, line, website_id, mode, account, currency, amount_minor, at_us)
  SELECT payment_id, 'refund:' || id || ':reserved', 1, website_id, mode, 'refunds', currency, amount_minor, created_at_us FROM refunds
  UNION ALL
  SELECT payment_id, 'refund:' || id || ':reserved', 2, website_id, mode, 'reserved', currency, -amount_minor, created_at_us FROM refunds;

INSERT INTO postings (about, entry, line, website_id, mode, account, currency, amount_minor, at_us)
  SELECT payment_id, 'refund:' || id || ':succeeded', 1, website_id, mode, 'reserved', currency, amount_minor, ended_at_us FROM refunds
    WHERE status = 'succeeded' OR status = 'reversed'
  UNION ALL
  SELECT payment_id, 'refund:' || id || ':succeeded', 2, website_id, mode, 'due:' || method, currency, -amount_minor, ended_at_us FROM refunds
    WHERE status = 'succeeded' OR status = 'reversed';

INSERT INTO postings (about, entry, line, website_id, mode, account, currency, amount_minor, at_us)
  SELECT payment_id, 'refund:' || id || ':failed', 1, website_id, mode, 'reserved', currency, amount_minor, ended_at_us FROM refunds
    WHERE status = 'failed'
  UNION ALL
  SELECT payment_id, 'refund:' || id || ':failed', 2, website_id, mode, 'refunds', currency, -amount_minor, ended_at_us FROM refunds
    WHERE status = 'failed';

INSERT INTO postings (about, entry, line, website_id, mode, account, currency, amount_minor, at_us)
  SELECT payment_id, 'refund:' || id || ':reversed', 1, website_id, mode, 'due:' || method, currency, amount_minor, ended_at_us FROM refunds
    WHERE status = 'reversed'
  UNION ALL
  SELECT payment_id, 'refund:' || id || ':reversed', 2, website_id, mode, 'refunds', currency, -amount_minor, ended_at_us FROM refunds
    WHERE status = 'reversed';
