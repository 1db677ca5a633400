-- The statements of websites for live payments, as they were when the month had ended: `lines` is a JSON array of what each account held before the
-- month, and of what each kind of entry moved on it. Rows are never changed: what is posted later with a time in the month shows as a change.
-- compatible with: 000028

CREATE TABLE statements (
  website_id TEXT NOT NULL REFERENCES websites (id),
  month TEXT NOT NULL CHECK (month LIKE '____-__'),
  issued_at_us BIGINT NOT NULL,
  lines TEXT NOT NULL CHECK (lines LIKE '[%]'),
  PRIMARY KEY (website_id, month)
);
