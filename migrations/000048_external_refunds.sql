-- Refunds that were made outside of this gateway, in the portal of the provider: found in the provider's records, they are refunds of kind
-- 'external'. Their money counts as refunded, so that it is not refunded twice. A transaction of a wallet or a provider still pays one refund of
-- each kind: when it turns out to be a refund of this gateway, the external one is removed in the same transaction.

ALTER TABLE refunds ADD COLUMN kind TEXT NOT NULL DEFAULT 'gateway'
  CHECK (kind = 'gateway' OR (kind = 'external' AND status = 'succeeded'));

DROP INDEX refunds_provider;

CREATE UNIQUE INDEX refunds_provider ON refunds (method, mode, provider_ref, kind) WHERE provider_ref IS NOT NULL;
