-- The picture that a link's page shows of what it sells. As for logos (000015), its facts stand with the link, and its bytes, in base64, are
-- only read when a browser asks for it by its hash.
-- compatible with: 000034

ALTER TABLE payment_links ADD COLUMN picture_hash TEXT;

ALTER TABLE payment_links ADD COLUMN picture_type TEXT
  CHECK (picture_type = 'png' OR picture_type = 'jpg' OR picture_type = 'webp')
  CHECK ((picture_hash IS NULL) = (picture_type IS NULL));

ALTER TABLE payment_links ADD COLUMN picture_width INTEGER
  CHECK (picture_width > 0)
  CHECK ((picture_hash IS NULL) = (picture_width IS NULL));

ALTER TABLE payment_links ADD COLUMN picture_height INTEGER
  CHECK (picture_height > 0)
  CHECK ((picture_hash IS NULL) = (picture_height IS NULL));

CREATE TABLE link_pictures (
  hash TEXT NOT NULL,
  link_id TEXT NOT NULL REFERENCES payment_links (id),
  type TEXT NOT NULL CHECK (type = 'png' OR type = 'jpg' OR type = 'webp'),
  content TEXT NOT NULL CHECK (content <> '' AND length(content) <= 65536),
  PRIMARY KEY (hash, link_id)
);
