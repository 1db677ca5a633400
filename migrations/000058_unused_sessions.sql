-- Checkout sessions that no customer has used, by the time when they expire: retention deletes them.

CREATE INDEX checkout_sessions_unused ON checkout_sessions (expires_at_us) WHERE attempts = 0;
