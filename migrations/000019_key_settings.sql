-- What a key is limited to: until when, from which addresses, for what; and when it was last used. An older version beside this one
-- knows nothing of these limits, and accepts such a key without them.
-- compatible with: 000010

ALTER TABLE api_keys ADD COLUMN expires_at_us BIGINT;

ALTER TABLE api_keys ADD COLUMN addresses TEXT CHECK (addresses <> '' AND length(addresses) <= 2000);

ALTER TABLE api_keys ADD COLUMN scope TEXT CHECK (scope = 'read' OR scope = 'create');

ALTER TABLE api_keys ADD COLUMN last_used_at_us BIGINT;
