-- The e-mails about the gateway that a user wants. One row for each chosen topic: what its e-mails have reported, and the time before
-- which it gets no further e-mail. While a worker sends one, that time is the worker's lease.
-- compatible with: 000028

CREATE TABLE notifications (
  user_id TEXT NOT NULL REFERENCES users (id),
  topic TEXT NOT NULL CHECK (topic <> '' AND length(topic) <= 64),
  chosen_at_us BIGINT NOT NULL,
  -- The subjects that were reported, as a JSON array of their ids.
  reported TEXT NOT NULL,
  -- When the last e-mail was sent; null before the first.
  reported_at_us BIGINT,
  next_at_us BIGINT NOT NULL,
  PRIMARY KEY (user_id, topic)
);
