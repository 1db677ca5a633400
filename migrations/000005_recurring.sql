-- A recurring payment: made in the transaction that completes its first payment, and charged again at each period's end.
-- next_charge_at_us is the queue, in real time: while a worker has the row it is that worker's lease, and null once nothing
-- more is charged. When a period is due is not kept: it follows from anchor_at_us and the period's number.
CREATE TABLE subscriptions (
  id TEXT PRIMARY KEY,
  first_payment_id BIGINT NOT NULL REFERENCES payments (id),
  website_id TEXT NOT NULL REFERENCES websites (id),
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  card_token_sealed TEXT NOT NULL,
  recurring_interval TEXT NOT NULL CHECK (recurring_interval IN ('daily', 'weekly', 'monthly', 'yearly')),
  recurring_interval_count SMALLINT NOT NULL CHECK (recurring_interval_count BETWEEN 1 AND 12),
  anchor_at_us BIGINT NOT NULL,
  next_period INTEGER NOT NULL CHECK (next_period > 0),
  next_charge_at_us BIGINT,
  status TEXT NOT NULL CHECK (status IN ('active', 'stopped', 'cancelled')),
  consecutive_failures INTEGER NOT NULL CHECK (consecutive_failures >= 0),
  periods_left_out INTEGER NOT NULL CHECK (periods_left_out >= 0),
  ended_at_us BIGINT,
  end_reason TEXT,
  test_clock_us BIGINT,
  created_at_us BIGINT NOT NULL,
  CHECK ((status = 'active') = (next_charge_at_us IS NOT NULL)),
  CHECK ((status = 'active') = (ended_at_us IS NULL)),
  CHECK ((status = 'active') = (end_reason IS NULL)),
  CHECK (test_clock_us IS NULL OR mode = 'test')
);

CREATE UNIQUE INDEX subscriptions_first_payment ON subscriptions (first_payment_id);

CREATE INDEX subscriptions_queue ON subscriptions (mode, next_charge_at_us) WHERE next_charge_at_us IS NOT NULL;

CREATE INDEX subscriptions_newest ON subscriptions (created_at_us, id);

CREATE INDEX subscriptions_website ON subscriptions (website_id, created_at_us, id);

-- The charge of a period is a payment of its own. charge_asked_at_us is written before its provider is asked to charge the
-- card, and never changes: with it, nobody asks again.
ALTER TABLE payments ADD COLUMN subscription_id TEXT REFERENCES subscriptions (id)
  CHECK (subscription_id IS NULL OR (method = 'lakaypay_card' AND recurring_interval IS NULL));

ALTER TABLE payments ADD COLUMN subscription_period INTEGER
  CHECK (subscription_period > 0)
  CHECK ((subscription_id IS NULL) = (subscription_period IS NULL));

ALTER TABLE payments ADD COLUMN charge_asked_at_us BIGINT
  CHECK (charge_asked_at_us IS NULL OR subscription_id IS NOT NULL);

-- Of a period's payments one at most is open or completed: no two can ever both take money.
CREATE UNIQUE INDEX payments_period ON payments (subscription_id, subscription_period)
  WHERE subscription_id IS NOT NULL AND status <> 'failed';

CREATE INDEX payments_subscription ON payments (subscription_id, subscription_period, id) WHERE subscription_id IS NOT NULL;
