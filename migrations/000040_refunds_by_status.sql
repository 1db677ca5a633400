-- Lists of refunds in one status, and how many wait for a person.
-- compatible with: 000028

CREATE INDEX refunds_status ON refunds (status, mode, created_at_us, id);
