-- What final payments are found by: the customer's name from each word on, phone number, e-mail address. Written in the transaction
-- that finishes a payment, so that creating one costs nothing more. Terms are compared byte by byte, whatever the collation of a
-- database: BYTEA does that in PostgreSQL, and the embedded store keeps them as texts, which it always compares so.
-- compatible with: 000010

CREATE TABLE payment_terms (
  website_id TEXT NOT NULL,
  term BYTEA NOT NULL,
  payment_id BIGINT NOT NULL,
  PRIMARY KEY (website_id, term, payment_id)
);

-- Payments that became final before this table was there get their terms little by little, the newest first: those with an id below
-- before_id are still to be looked at; null once all have been.
CREATE TABLE payment_term_fill (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  before_id BIGINT
);

INSERT INTO payment_term_fill (id, before_id) SELECT 1, MAX(id) + 1 FROM payments;
