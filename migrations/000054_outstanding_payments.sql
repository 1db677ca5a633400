-- How many payments of the period of a payout are in no payout, and when they were counted: by a worker, once the provider's usual delay is over.
-- compatible with: 000042

ALTER TABLE payouts ADD COLUMN outstanding BIGINT;

ALTER TABLE payouts ADD COLUMN outstanding_at_us BIGINT;
