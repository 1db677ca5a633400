-- Lists of checkout sessions: of all websites, and by their reference.

CREATE INDEX checkout_sessions_newest ON checkout_sessions (created_at_us, id);

CREATE INDEX checkout_sessions_reference ON checkout_sessions (reference, created_at_us, id) WHERE reference IS NOT NULL;
