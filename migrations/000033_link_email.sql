-- Whether a link's page has a field for the customer's e-mail address. Customers may leave it blank; the payment carries what they enter.
-- compatible with: 000028

ALTER TABLE payment_links ADD COLUMN asks_email SMALLINT NOT NULL DEFAULT 0 CHECK (asks_email = 0 OR asks_email = 1);
