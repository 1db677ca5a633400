-- The items of the overview that a user dismissed, for all users of that side: one row for each kind of item and website. What happens
-- after seen_at_us brings the item back.
-- compatible with: 000028

CREATE TABLE dismissals (
  website_id TEXT NOT NULL REFERENCES websites (id),
  kind TEXT NOT NULL CHECK (kind <> ''),
  side TEXT NOT NULL CHECK (side = 'operator' OR side = 'merchant'),
  seen_at_us BIGINT NOT NULL,
  dismissed_at_us BIGINT NOT NULL,
  -- The name of the user.
  dismissed_by TEXT NOT NULL CHECK (dismissed_by <> ''),
  note TEXT NOT NULL CHECK (note <> ''),
  PRIMARY KEY (website_id, kind, side)
);
