-- compatible with: 000010

-- How far a website's feed may have lost events: those up to this position that were forgotten because of their age.
ALTER TABLE feeds ADD COLUMN forgotten_through BIGINT NOT NULL DEFAULT 0;

-- Archives whose payments were removed from the store. What was created before before_us may be there instead of here.
CREATE TABLE archives (
  id TEXT PRIMARY KEY,
  before_us BIGINT NOT NULL,
  payments BIGINT NOT NULL CHECK (payments > 0),
  removed_at_us BIGINT NOT NULL
);
