-- A delivery is about a payment or a refund, and its event fits. NOT VALID: the rows that exist satisfied stricter constraints, so that they
-- need not be read.
-- compatible with: 000042
-- rewrites the text of the embedded schema

UPDATE sqlite_schema SET sql = REPLACE(REPLACE(REPLACE(sql,
    'payment_id BIGINT NOT NULL REFERENCES payments (id)',
    'payment_id BIGINT REFERENCES payments (id)'),
    'CHECK (event IN (''payment.success'', ''payment.failed''))',
    'CHECK (event = ''payment.success'' OR event = ''payment.failed'' OR event = ''refund.succeeded'' OR event = ''refund.failed'' OR event = ''refund.reversed'')'),
    'CHECK (status <> ''delivered'' OR delivered_at_us IS NOT NULL)',
    'CHECK (status <> ''delivered'' OR delivered_at_us IS NOT NULL),
  CHECK ((payment_id IS NULL) = (refund_id IS NOT NULL)),
  CHECK ((refund_id IS NULL) = (event = ''payment.success'' OR event = ''payment.failed''))')
  WHERE type = 'table' AND name = 'deliveries';

ALTER TABLE deliveries ALTER COLUMN payment_id DROP NOT NULL;

ALTER TABLE deliveries DROP CONSTRAINT deliveries_event_check;

ALTER TABLE deliveries ADD CONSTRAINT deliveries_event_check CHECK (event = 'payment.success' OR event = 'payment.failed'
  OR event = 'refund.succeeded' OR event = 'refund.failed' OR event = 'refund.reversed') NOT VALID;

ALTER TABLE deliveries ADD CONSTRAINT deliveries_subject_check CHECK ((payment_id IS NULL) = (refund_id IS NOT NULL)) NOT VALID;

ALTER TABLE deliveries ADD CONSTRAINT deliveries_subject_event_check
  CHECK ((refund_id IS NULL) = (event = 'payment.success' OR event = 'payment.failed')) NOT VALID;
