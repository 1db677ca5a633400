-- Money that went back to customers is added up by time: refunds that succeeded, and what providers reported as returned. Both are few.
-- compatible with: 000028

CREATE INDEX refunds_ended ON refunds (ended_at_us) WHERE ended_at_us IS NOT NULL;

CREATE INDEX discrepancies_kind ON discrepancies (kind, first_seen_at_us, id);
