-- Payment links: what sellers without a website send to their customers. A link takes a place for each payment that is made of it, in
-- the transaction that makes the payment, and gives it back in the one in which the payment fails: open_payments and paid_payments are
-- the places that are taken, and with stock there are never more. A program that does not know of links would finish a payment of one
-- without saying so here, so none runs beside this one.

CREATE TABLE payment_links (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL CHECK (length(code) = 8),
  website_id TEXT NOT NULL REFERENCES websites (id),
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  mode TEXT NOT NULL CHECK (mode = 'test' OR mode = 'live'),
  name TEXT NOT NULL CHECK (name <> ''),
  description_ht TEXT,
  description_fr TEXT,
  description_en TEXT,
  amount_mode TEXT NOT NULL CHECK (amount_mode = 'fixed' OR amount_mode = 'prefilled' OR amount_mode = 'chosen'),
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  amount_minor BIGINT CHECK (amount_minor > 0),
  min_minor BIGINT CHECK (min_minor > 0),
  max_minor BIGINT CHECK (max_minor > 0),
  methods TEXT NOT NULL CHECK (methods <> ''),
  stock BIGINT CHECK (stock > 0),
  single_use SMALLINT NOT NULL CHECK (single_use = 0 OR single_use = 1),
  expires_at_us BIGINT,
  asks_name SMALLINT NOT NULL CHECK (asks_name = 0 OR asks_name = 1),
  asks_phone SMALLINT NOT NULL CHECK (asks_phone = 0 OR asks_phone = 1),
  thanks TEXT,
  notify_email TEXT,
  created_at_us BIGINT NOT NULL,
  created_by TEXT NOT NULL CHECK (created_by <> ''),
  deactivated_at_us BIGINT,
  open_payments BIGINT NOT NULL DEFAULT 0 CHECK (open_payments >= 0),
  paid_payments BIGINT NOT NULL DEFAULT 0 CHECK (paid_payments >= 0),
  failed_payments BIGINT NOT NULL DEFAULT 0 CHECK (failed_payments >= 0),
  paid_htg_minor BIGINT NOT NULL DEFAULT 0 CHECK (paid_htg_minor >= 0),
  paid_usd_minor BIGINT NOT NULL DEFAULT 0 CHECK (paid_usd_minor >= 0),
  CHECK ((amount_mode = 'chosen') = (amount_minor IS NULL)),
  CHECK (amount_mode <> 'fixed' OR (min_minor IS NULL AND max_minor IS NULL)),
  CHECK (min_minor IS NULL OR max_minor IS NULL OR min_minor <= max_minor),
  CHECK (description_ht IS NOT NULL OR description_fr IS NOT NULL OR description_en IS NOT NULL),
  CHECK (single_use = 0 OR stock = 1),
  CHECK (stock IS NULL OR open_payments + paid_payments <= stock)
);

CREATE UNIQUE INDEX payment_links_code ON payment_links (code);

CREATE INDEX payment_links_list ON payment_links (website_id, mode, created_at_us, id);

CREATE INDEX payment_links_newest ON payment_links (created_at_us, id);

-- Which payment was made of which link. form_id is that of the form that was sent: whoever sends it twice has one payment. The rows stay
-- when their payment goes with age or into an archive, and name it without a reference: a place that was sold stays sold.
CREATE TABLE link_payments (
  payment_id BIGINT PRIMARY KEY,
  link_id TEXT NOT NULL REFERENCES payment_links (id),
  form_id TEXT NOT NULL CHECK (form_id <> ''),
  state TEXT NOT NULL CHECK (state = 'open' OR state = 'paid' OR state = 'failed'),
  amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD')
);

CREATE UNIQUE INDEX link_payments_form ON link_payments (form_id);

CREATE INDEX link_payments_link ON link_payments (link_id, payment_id);

-- E-mails that tell sellers of payments of their links: the row is written in the transaction that completes a payment, and is the proof
-- that its e-mail was sent, as receipts are.
CREATE TABLE link_notices (
  payment_id BIGINT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status = 'pending' OR status = 'sent' OR status = 'given_up' OR status = 'dropped'),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_attempt_at_us BIGINT,
  last_error TEXT,
  created_at_us BIGINT NOT NULL,
  ended_at_us BIGINT,
  CHECK ((status = 'pending') = (next_attempt_at_us IS NOT NULL)),
  CHECK ((status = 'pending') = (ended_at_us IS NULL))
);

CREATE INDEX link_notices_queue ON link_notices (next_attempt_at_us) WHERE next_attempt_at_us IS NOT NULL;

CREATE INDEX link_notices_given_up ON link_notices (ended_at_us) WHERE status = 'given_up';
