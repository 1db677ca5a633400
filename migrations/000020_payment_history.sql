-- What happened to a payment besides its course: what its customer did on its pages (step), what its provider was asked and answered
-- (asked), what came in from the provider (told), and what people wrote beside it (note). Rows are read in the order of time, one
-- payment at a time. They name their payment without a reference, so that an older version may forget payments.
-- compatible with: 000010

CREATE TABLE payment_history (
  payment_id BIGINT NOT NULL,
  at_us BIGINT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'step' OR kind = 'asked' OR kind = 'told' OR kind = 'note'),
  what TEXT NOT NULL CHECK (what <> '' AND length(what) <= 64),
  details TEXT NOT NULL,
  PRIMARY KEY (payment_id, at_us, id)
);

-- What goes with age. Notes stay for as long as their payment.
CREATE INDEX payment_history_age ON payment_history (at_us) WHERE kind <> 'note';
