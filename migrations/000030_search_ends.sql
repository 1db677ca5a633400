-- Payments are found by the start and the end of their numbers too. payment_terms holds more for each final payment, and in place of the
-- hashes of whole phone numbers and e-mail addresses their ends and starts (payment-terms.ts). Payments that are final already get these
-- little by little, the newest first, like when the table was new: all that exist when the filling begins, some minutes from now.
-- compatible with: 000010

UPDATE payment_term_fill SET before_id = 9007199254740991 WHERE id = 1 AND EXISTS (SELECT 1 FROM payments);
