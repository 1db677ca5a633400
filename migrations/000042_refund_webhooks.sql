-- Webhooks of refunds: the outbox holds them beside those of payments, and they go to a URL of their own. A delivery is about a payment
-- (payment_id) or a refund (refund_id). The id of a refund's delivery follows from the refund and the event, so that there is one of each,
-- and no index is needed. refund_id is no foreign key: each deletion of a refund would read all deliveries. refund_events is the part of the
-- test feed that payments do not have. An older program would send refunds' webhooks to the callback URL, so none runs beside this one.

ALTER TABLE deliveries ADD COLUMN refund_id TEXT;

ALTER TABLE websites ADD COLUMN refund_callback_url TEXT;

ALTER TABLE websites ADD COLUMN test_refund_callback_url TEXT;

CREATE TABLE refund_events (
  refund_id TEXT NOT NULL REFERENCES refunds (id),
  kind TEXT NOT NULL CHECK (kind = 'refund.succeeded' OR kind = 'refund.failed' OR kind = 'refund.reversed'),
  website_id TEXT NOT NULL REFERENCES websites (id),
  feed_position BIGINT NOT NULL CHECK (feed_position > 0),
  body TEXT NOT NULL,
  created_at_us BIGINT NOT NULL,
  PRIMARY KEY (refund_id, kind)
);

CREATE UNIQUE INDEX refund_events_feed ON refund_events (website_id, feed_position);

CREATE INDEX refund_events_age ON refund_events (created_at_us);
