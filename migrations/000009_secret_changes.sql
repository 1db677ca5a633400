-- When everything that is sealed in the store was under a SECRET_KEY for the first time, as `peye secrets rotate` found it. The
-- key is named by a tag that only its holder can make. Links of payments made before that moment may be of the key before it.
CREATE TABLE secret_changes (
  key_tag TEXT PRIMARY KEY,
  resealed_at_us BIGINT NOT NULL
);
