-- Whether money came for a payment after it had failed is asked for each page of one and before each recurring charge.
CREATE INDEX discrepancies_payment ON discrepancies (payment_id);
