-- Who says that they are paying a manual refund by hand, and until when: another person does not pay it at the same time.
-- compatible with: 000042

ALTER TABLE refunds ADD COLUMN payer_id TEXT;

ALTER TABLE refunds ADD COLUMN payer TEXT;

ALTER TABLE refunds ADD COLUMN paying_until_us BIGINT CHECK (paying_until_us IS NULL OR payer IS NOT NULL);
