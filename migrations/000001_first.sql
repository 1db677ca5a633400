-- One text for both engines. Money is BIGINT minor units, time BIGINT microseconds since 1970.

CREATE TABLE websites (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  callback_url TEXT,
  return_url TEXT,
  methods TEXT NOT NULL,
  card_live_approved SMALLINT NOT NULL CHECK (card_live_approved IN (0, 1)),
  webhook_secret_sealed TEXT NOT NULL,
  created_at_us BIGINT NOT NULL,
  deactivated_at_us BIGINT
);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  website_id TEXT NOT NULL REFERENCES websites (id),
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  name TEXT,
  created_at_us BIGINT NOT NULL,
  deactivated_at_us BIGINT
);

CREATE INDEX api_keys_website ON api_keys (website_id);

-- A key has one secret, and while a roll overlaps, its old one too. Only hashes are here.
CREATE TABLE api_key_secrets (
  hash TEXT PRIMARY KEY,
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  hint TEXT NOT NULL,
  created_at_us BIGINT NOT NULL,
  expires_at_us BIGINT
);

CREATE INDEX api_key_secrets_key ON api_key_secrets (api_key_id);

CREATE TABLE payments (
  id BIGINT PRIMARY KEY CHECK (id BETWEEN 100000000000000 AND 9007199254740991),
  website_id TEXT NOT NULL REFERENCES websites (id),
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  method TEXT NOT NULL CHECK (method IN ('moncash', 'natcash', 'lakaypay_card', 'card')),
  status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL CHECK (currency IN ('HTG', 'USD')),
  original_amount_minor BIGINT CHECK (original_amount_minor > 0),
  rate_e4 BIGINT CHECK (rate_e4 > 0),
  reference TEXT,
  description TEXT,
  customer_name TEXT NOT NULL CHECK (customer_name <> ''),
  customer_email TEXT,
  customer_phone TEXT,
  metadata TEXT,
  recurring_interval TEXT CHECK (recurring_interval IN ('daily', 'weekly', 'monthly', 'yearly')),
  recurring_interval_count SMALLINT CHECK (recurring_interval_count BETWEEN 1 AND 12),
  provider_data TEXT,
  failure_reason TEXT,
  created_at_us BIGINT NOT NULL,
  finished_at_us BIGINT,
  expires_at_us BIGINT NOT NULL,
  next_check_at_us BIGINT,
  CHECK ((status IN ('completed', 'failed')) = (finished_at_us IS NOT NULL)),
  CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
  CHECK ((status IN ('completed', 'failed')) = (next_check_at_us IS NULL)),
  CHECK ((original_amount_minor IS NULL) = (rate_e4 IS NULL)),
  CHECK (method NOT IN ('moncash', 'natcash') OR currency = 'HTG'),
  CHECK ((recurring_interval IS NULL) = (recurring_interval_count IS NULL)),
  CHECK (recurring_interval IS NULL OR method = 'lakaypay_card')
);

-- What lists are read from. They hold the id, so that a page far down skips what is before it without touching the rows.
CREATE INDEX payments_list ON payments (api_key_id, created_at_us, id);

CREATE INDEX payments_list_status ON payments (api_key_id, status, created_at_us, id, method);

CREATE INDEX payments_list_method ON payments (api_key_id, method, created_at_us, id);

CREATE INDEX payments_reference ON payments (website_id, mode, reference, created_at_us, id) WHERE reference IS NOT NULL;

CREATE INDEX payments_next_check ON payments (next_check_at_us) WHERE next_check_at_us IS NOT NULL;

-- How many payments a key has, by what lists can filter on. Kept in the transaction that changes the payments, so that a
-- list's total needs no counting. Every payment counts twice: in its day, and in its period of 32 days, so that years are
-- few rows to add up. The slot spreads writers over rows; only the sum over slots means anything.
CREATE TABLE payment_counts (
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  days INTEGER NOT NULL CHECK (days IN (1, 32)),
  first_day INTEGER NOT NULL,
  method TEXT NOT NULL,
  status TEXT NOT NULL,
  slot SMALLINT NOT NULL,
  payments BIGINT NOT NULL,
  PRIMARY KEY (api_key_id, days, first_day, method, status, slot)
);

-- The primary key is what makes it one event per payment. Test payments have a position in their website's feed.
CREATE TABLE events (
  payment_id BIGINT PRIMARY KEY REFERENCES payments (id),
  website_id TEXT NOT NULL REFERENCES websites (id),
  kind TEXT NOT NULL CHECK (kind IN ('payment.success', 'payment.failed')),
  feed_position BIGINT CHECK (feed_position > 0),
  created_at_us BIGINT NOT NULL
);

CREATE UNIQUE INDEX events_feed ON events (website_id, feed_position) WHERE feed_position IS NOT NULL;

-- The last position given in a website's feed. Whoever finishes a test payment holds this row until its commit, so
-- positions appear in the order of commits and a reader behind the last one has missed none.
CREATE TABLE feeds (
  website_id TEXT PRIMARY KEY REFERENCES websites (id),
  last_position BIGINT NOT NULL
);
