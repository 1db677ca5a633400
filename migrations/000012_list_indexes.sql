-- compatible with: 000010
-- beside writers

-- A filtered list is read from ranges of these and reads nothing else, however rare what it asks for is among however many. Most
-- payments are final and stay so: a creation writes to the second one alone, which is small, because it holds the open ones.
CREATE INDEX payments_final ON payments (api_key_id, status, method, created_at_us, id)
  WHERE status IN ('completed', 'failed');

CREATE INDEX payments_open ON payments (api_key_id, created_at_us, id, status, method)
  WHERE status IN ('pending', 'processing');

-- An operator's list of a website's deliveries in one status; the list of several merges them.
CREATE INDEX deliveries_list ON deliveries (website_id, status, created_at_us, id);

CREATE INDEX discrepancies_newest ON discrepancies (first_seen_at_us, id);

CREATE INDEX discrepancies_unsettled ON discrepancies (first_seen_at_us, id) WHERE settled_at_us IS NULL;
