-- The requests of each API key to the API: what was called, and what it returned, without bodies. Each node collects the lines in memory and
-- writes them a moment later, so a crash loses the last ones. The lines of a key are numbered in the order of writing. api_request_logs
-- counts those of a key that are stored, so that the oldest can go first. An older program alongside this one writes no lines.
-- compatible with: 000028

CREATE TABLE api_request_logs (
  api_key_id TEXT PRIMARY KEY REFERENCES api_keys (id),
  written BIGINT NOT NULL,
  stored BIGINT NOT NULL CHECK (stored >= 0 AND stored <= written),
  dropped_at_us BIGINT
);

CREATE TABLE api_requests (
  api_key_id TEXT NOT NULL REFERENCES api_request_logs (api_key_id),
  number BIGINT NOT NULL,
  website_id TEXT NOT NULL REFERENCES websites (id),
  mode TEXT NOT NULL CHECK (mode = 'test' OR mode = 'live'),
  request_id TEXT NOT NULL,
  at_us BIGINT NOT NULL,
  method TEXT NOT NULL CHECK (method <> '' AND length(method) <= 16),
  path TEXT NOT NULL CHECK (path <> '' AND length(path) <= 255),
  status INTEGER NOT NULL CHECK (status >= 100 AND status <= 599),
  error TEXT,
  payment_id BIGINT,
  duration_us BIGINT NOT NULL CHECK (duration_us >= 0),
  PRIMARY KEY (api_key_id, number)
);

CREATE INDEX api_requests_list ON api_requests (website_id, mode, at_us, request_id);

CREATE INDEX api_requests_age ON api_requests (at_us, request_id);

CREATE INDEX api_requests_id ON api_requests (request_id);
