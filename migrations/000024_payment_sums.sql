-- What payments came to, by the hour and by Haiti's day in which they became final: kept in the transaction that makes them final, so
-- that figures of weeks are few rows to add up. Every payment counts four times: in its hour and in its day, of its website and of all
-- websites together, whose website_id is empty. outcome is completed, or why it failed. wait_… count completed payments by the seconds
-- that it took to pay: up to ten, up to twenty and so on; recurring charges, which nobody waits for, are in none. The slot spreads
-- writers over rows; only the sum over slots means anything. What is deleted because of its age stays counted.
-- compatible with: 000010

CREATE TABLE payment_sums (
  website_id TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'test' OR mode = 'live'),
  hours INTEGER NOT NULL CHECK (hours = 1 OR hours = 24),
  period BIGINT NOT NULL,
  method TEXT NOT NULL,
  currency TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome <> ''),
  slot SMALLINT NOT NULL,
  payments BIGINT NOT NULL,
  amount_minor BIGINT NOT NULL,
  wait_10 BIGINT NOT NULL,
  wait_20 BIGINT NOT NULL,
  wait_30 BIGINT NOT NULL,
  wait_45 BIGINT NOT NULL,
  wait_60 BIGINT NOT NULL,
  wait_90 BIGINT NOT NULL,
  wait_120 BIGINT NOT NULL,
  wait_180 BIGINT NOT NULL,
  wait_300 BIGINT NOT NULL,
  wait_600 BIGINT NOT NULL,
  wait_1800 BIGINT NOT NULL,
  wait_more BIGINT NOT NULL,
  PRIMARY KEY (website_id, mode, hours, period, method, currency, outcome, slot)
);

-- From when on payments are counted as they become final; null until a worker says so, in a store that is older than the sums. Those
-- of before are counted afterwards, in the order of their ids: next_id is the first that has not been looked at, null once all have.
CREATE TABLE payment_sums_state (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  begins_at_us BIGINT,
  next_id BIGINT
);

INSERT INTO payment_sums_state (id, begins_at_us)
  SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM payments) THEN NULL ELSE 0 END;
