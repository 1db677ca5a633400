-- Who changed what: a row is written in the transaction of its change, never changed and never deleted. Each has the hash of the
-- row before it in its own, and the head, one row, names the last: it is locked by whoever writes, so that there are no gaps. Texts
-- of what was and what is are JSON without secrets.
-- compatible with: 000010

CREATE TABLE audit_log (
  position BIGINT PRIMARY KEY CHECK (position > 0),
  at_us BIGINT NOT NULL,
  actor_kind TEXT NOT NULL CHECK (actor_kind = 'user' OR actor_kind = 'cli' OR actor_kind = 'system'),
  actor_id TEXT,
  actor_name TEXT NOT NULL CHECK (actor_name <> '' AND length(actor_name) <= 255),
  address TEXT,
  action TEXT NOT NULL CHECK (action <> ''),
  subject_kind TEXT NOT NULL CHECK (subject_kind <> ''),
  subject_id TEXT,
  website_id TEXT,
  before_json TEXT,
  after_json TEXT,
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  CHECK ((actor_kind = 'user') = (actor_id IS NOT NULL))
);

-- Lists are read newest first, each from one of these.
CREATE INDEX audit_log_newest ON audit_log (at_us, position);

CREATE INDEX audit_log_website ON audit_log (website_id, at_us, position);

CREATE INDEX audit_log_actor ON audit_log (actor_name, at_us, position);

CREATE INDEX audit_log_user ON audit_log (actor_id, at_us, position);

CREATE INDEX audit_log_kind ON audit_log (actor_kind, at_us, position);

CREATE INDEX audit_log_action ON audit_log (action, at_us, position);

CREATE INDEX audit_log_subject ON audit_log (subject_id, at_us, position);

CREATE TABLE audit_head (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  position BIGINT NOT NULL CHECK (position >= 0),
  hash TEXT NOT NULL CHECK (length(hash) = 64)
);

INSERT INTO audit_head (id, position, hash)
  VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
