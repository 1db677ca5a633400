-- The outbox: one row for each event of a website that has a callback URL, written with the event. next_attempt_at_us is the
-- queue: while a worker has the row it is that worker's lease, and null once nothing more will be tried.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  payment_id BIGINT NOT NULL REFERENCES payments (id),
  website_id TEXT NOT NULL REFERENCES websites (id),
  event TEXT NOT NULL CHECK (event IN ('payment.success', 'payment.failed')),
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  event_at_us BIGINT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'refused', 'exhausted')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  schedule_step INTEGER NOT NULL CHECK (schedule_step >= 0),
  last_error TEXT,
  last_status_code INTEGER,
  next_attempt_at_us BIGINT,
  created_at_us BIGINT NOT NULL,
  delivered_at_us BIGINT,
  CHECK ((status = 'pending') = (next_attempt_at_us IS NOT NULL)),
  CHECK (status <> 'delivered' OR delivered_at_us IS NOT NULL)
);

CREATE UNIQUE INDEX deliveries_payment ON deliveries (payment_id);

CREATE INDEX deliveries_queue ON deliveries (website_id, next_attempt_at_us) WHERE next_attempt_at_us IS NOT NULL;

CREATE INDEX deliveries_newest ON deliveries (created_at_us, id);

CREATE INDEX deliveries_website ON deliveries (website_id, created_at_us, id);

-- Every attempt that was made, as the receiver answered it.
CREATE TABLE delivery_tries (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id),
  attempt INTEGER NOT NULL,
  at_us BIGINT NOT NULL,
  duration_ms INTEGER NOT NULL,
  status_code INTEGER,
  error TEXT,
  response_start TEXT,
  PRIMARY KEY (delivery_id, attempt)
);

-- A rolled webhook secret that signs from a later moment on.
ALTER TABLE websites ADD COLUMN next_webhook_secret_sealed TEXT;

ALTER TABLE websites ADD COLUMN next_webhook_secret_from_us BIGINT;
