-- The waiting webhooks of refunds, apart from those of payments: a URL for refunds that fails delays no event of a payment.
-- compatible with: 000042
-- beside writers

CREATE INDEX deliveries_refund_queue ON deliveries (website_id, next_attempt_at_us) WHERE refund_id IS NOT NULL AND next_attempt_at_us IS NOT NULL;
