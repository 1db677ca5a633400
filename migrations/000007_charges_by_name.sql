-- Which try at its period a recurring charge is: with subscription and period, what the acquirer is told it is called. Null for
-- charges of before, which are called by their id.
ALTER TABLE payments ADD COLUMN subscription_try INTEGER;

-- Where live cards are charged from, one row. A store that finds itself elsewhere than it has written here (another timeline
-- of the server, a mark beside the embedded store that is ahead of it) was rolled back, and may have forgotten charges: then
-- nothing is charged until that has been compared with the acquirer's books.
CREATE TABLE charging (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  store_id TEXT,
  charge_mark BIGINT NOT NULL CHECK (charge_mark >= 0),
  place TEXT,
  paused_at_us BIGINT,
  pause_reason TEXT,
  CHECK ((paused_at_us IS NULL) = (pause_reason IS NULL))
);

INSERT INTO charging (id, charge_mark) VALUES (1, 0);
