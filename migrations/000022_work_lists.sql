-- What operators work with in the console: the request of each attempt at a delivery, exchange rates set by hand, and comparisons with
-- the providers' books that run in the background.
-- compatible with: 000010

ALTER TABLE delivery_tries ADD COLUMN url TEXT;

ALTER TABLE delivery_tries ADD COLUMN signature TEXT;

-- The newest row counts: a rate, or null for "again that of the source or the settings".
CREATE TABLE manual_rates (
  number BIGINT PRIMARY KEY CHECK (number > 0),
  rate_e4 BIGINT CHECK (rate_e4 BETWEEN 10000 AND 100000000),
  set_at_us BIGINT NOT NULL,
  set_by TEXT NOT NULL CHECK (set_by <> '')
);

-- A run is open until it has ended; slot makes that one at a time. Whoever runs it moves lease_until_us on: a run whose lease is over
-- has died with its process.
CREATE TABLE reconcile_runs (
  id TEXT PRIMARY KEY,
  slot SMALLINT NOT NULL CHECK (slot = 1),
  state TEXT NOT NULL CHECK (state = 'waiting' OR state = 'running' OR state = 'done' OR state = 'failed' OR state = 'stopped'),
  method TEXT,
  from_us BIGINT NOT NULL,
  to_us BIGINT NOT NULL,
  actor TEXT NOT NULL,
  asked_at_us BIGINT NOT NULL,
  started_at_us BIGINT,
  lease_until_us BIGINT,
  ended_at_us BIGINT,
  compared BIGINT NOT NULL CHECK (compared >= 0),
  differences BIGINT NOT NULL CHECK (differences >= 0),
  totals TEXT,
  reason TEXT,
  CHECK (from_us < to_us),
  CHECK ((state = 'waiting' OR state = 'running') = (ended_at_us IS NULL)),
  CHECK ((state = 'running') = (lease_until_us IS NOT NULL))
);

CREATE UNIQUE INDEX reconcile_runs_open ON reconcile_runs (slot) WHERE ended_at_us IS NULL;

CREATE INDEX reconcile_runs_newest ON reconcile_runs (asked_at_us, id);

-- What did not match, as far as it is kept: a line of the comparison as JSON.
CREATE TABLE reconcile_lines (
  run_id TEXT NOT NULL REFERENCES reconcile_runs (id),
  number BIGINT NOT NULL CHECK (number > 0),
  line TEXT NOT NULL,
  PRIMARY KEY (run_id, number)
);
