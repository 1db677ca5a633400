-- Money that went back to customers is added up by time: refunds that succeeded, and what providers reported as returned. Both are few.
-- compatible with: 000028

CREATE INDEX refunds_succeeded ON refunds (ended_at_us) WHERE status = 'succeeded';

CREATE INDEX discrepancies_returned ON discrepancies (first_seen_at_us) WHERE kind = 'returned_after_completion';
