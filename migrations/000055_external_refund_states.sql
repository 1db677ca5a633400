-- A refund from the provider's portal can be pending, fail, or come back, as a refund of this gateway can.
-- compatible with: 000048
-- rewrites the text of the embedded schema

UPDATE sqlite_schema SET sql = REPLACE(sql,
    'CHECK (kind = ''gateway'' OR (kind = ''external'' AND status = ''succeeded''))',
    'CHECK (kind = ''gateway'' OR (kind = ''external'' AND (status = ''sent'' OR status = ''succeeded'' OR status = ''failed'' OR status = ''reversed'')))')
  WHERE type = 'table' AND name = 'refunds';

ALTER TABLE refunds DROP CONSTRAINT refunds_check5;

ALTER TABLE refunds ADD CONSTRAINT refunds_check5
  CHECK (kind = 'gateway' OR (kind = 'external' AND (status = 'sent' OR status = 'succeeded' OR status = 'failed' OR status = 'reversed')));
