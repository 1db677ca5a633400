-- Checkout sessions: one order whose customer chooses the method on the gateway's page. Each attempt is an ordinary payment. At most one
-- payment of a session completes: the row of the session names it, and the index on session_payments has one per session. An older program
-- would complete a payment without asking its session, so none runs alongside this one. The rows of session_payments stay when their payment
-- is deleted with age or moved to an archive, and name it without a reference.

CREATE TABLE checkout_sessions (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL CHECK (length(code) = 22),
  website_id TEXT NOT NULL REFERENCES websites (id),
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  mode TEXT NOT NULL CHECK (mode = 'test' OR mode = 'live'),
  amount_minor BIGINT NOT NULL CHECK (amount_minor >= 100),
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  reference TEXT,
  description TEXT,
  metadata TEXT,
  customer_name TEXT,
  customer_email TEXT,
  customer_phone TEXT,
  return_url TEXT,
  cancel_url TEXT,
  methods TEXT NOT NULL CHECK (methods <> ''),
  created_at_us BIGINT NOT NULL,
  expires_at_us BIGINT NOT NULL CHECK (expires_at_us > created_at_us),
  cancelled_at_us BIGINT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0 AND attempts <= 20),
  open_payments INTEGER NOT NULL DEFAULT 0 CHECK (open_payments >= 0 AND open_payments <= attempts),
  paid_payment_id BIGINT,
  paid_at_us BIGINT,
  CHECK ((paid_payment_id IS NULL) = (paid_at_us IS NULL))
);

CREATE UNIQUE INDEX checkout_sessions_code ON checkout_sessions (code);

CREATE INDEX checkout_sessions_list ON checkout_sessions (website_id, mode, created_at_us, id);

CREATE TABLE session_payments (
  payment_id BIGINT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES checkout_sessions (id),
  state TEXT NOT NULL CHECK (state = 'open' OR state = 'paid' OR state = 'failed')
);

CREATE INDEX session_payments_session ON session_payments (session_id, payment_id);

CREATE UNIQUE INDEX session_payments_paid ON session_payments (session_id) WHERE state = 'paid';
