-- What final payments are found by: the customer's name from each word on, phone number, e-mail address. Written in the transaction
-- that finishes a payment, so that creating one costs nothing more. A term is short, because a payment has about five: four characters
-- that stand for its website, and what it may be found by, cut or hashed (payment-terms.ts): who finds a payment looks whether it is
-- meant. Terms are compared byte by byte, whatever the collation of a database: BYTEA does that in PostgreSQL, and the embedded store
-- keeps them as texts, which it always compares so.
-- clustered in the embedded store
-- compatible with: 000010

CREATE TABLE payment_terms (
  term BYTEA NOT NULL,
  payment_id BIGINT NOT NULL,
  PRIMARY KEY (term, payment_id)
);

-- Payments that became final before this table was there get their terms little by little, the newest first: those with an id below
-- before_id are still to be looked at; null once all have been.
CREATE TABLE payment_term_fill (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  before_id BIGINT
);

INSERT INTO payment_term_fill (id, before_id) SELECT 1, MAX(id) + 1 FROM payments;
