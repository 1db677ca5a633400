-- What customers see of a website beside its name. The logo's facts stand with the website, where every page reads them; its bytes,
-- in base64, are only read when a browser asks for the picture by its hash.
-- compatible with: 000010

ALTER TABLE websites ADD COLUMN contact TEXT CHECK (contact <> '');

ALTER TABLE websites ADD COLUMN colour TEXT CHECK (length(colour) = 7);

ALTER TABLE websites ADD COLUMN logo_hash TEXT;

ALTER TABLE websites ADD COLUMN logo_type TEXT
  CHECK (logo_type = 'png' OR logo_type = 'jpg' OR logo_type = 'webp')
  CHECK ((logo_hash IS NULL) = (logo_type IS NULL));

ALTER TABLE websites ADD COLUMN logo_width INTEGER
  CHECK (logo_width > 0)
  CHECK ((logo_hash IS NULL) = (logo_width IS NULL));

ALTER TABLE websites ADD COLUMN logo_height INTEGER
  CHECK (logo_height > 0)
  CHECK ((logo_hash IS NULL) = (logo_height IS NULL));

CREATE TABLE logos (
  hash TEXT NOT NULL,
  website_id TEXT NOT NULL REFERENCES websites (id),
  type TEXT NOT NULL CHECK (type = 'png' OR type = 'jpg' OR type = 'webp'),
  content TEXT NOT NULL CHECK (content <> '' AND length(content) <= 16384),
  PRIMARY KEY (hash, website_id)
);
