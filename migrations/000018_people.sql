-- People, and how they sign in. Passwords, tokens and recovery codes are here as hashes only, and secrets of authenticators sealed.
-- compatible with: 000010

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE CHECK (email <> '' AND email = lower(email)),
  name TEXT,
  role TEXT NOT NULL CHECK (role = 'owner' OR role = 'operator' OR role = 'support' OR role = 'auditor'
    OR role = 'merchant_owner' OR role = 'merchant_developer' OR role = 'merchant_viewer'),
  language TEXT NOT NULL CHECK (language = 'en' OR language = 'fr' OR language = 'ht'),
  password_hash TEXT,
  version BIGINT NOT NULL CHECK (version > 0),
  created_at_us BIGINT NOT NULL,
  accepted_at_us BIGINT,
  deactivated_at_us BIGINT,
  CHECK (accepted_at_us IS NULL OR name IS NOT NULL),
  CHECK (accepted_at_us IS NOT NULL OR password_hash IS NULL)
);

CREATE INDEX users_owners ON users (id) WHERE role = 'owner';

-- What a merchant's people are bound to; the operator's are bound to nothing.
CREATE TABLE user_websites (
  user_id TEXT NOT NULL REFERENCES users (id),
  website_id TEXT NOT NULL REFERENCES websites (id),
  PRIMARY KEY (user_id, website_id)
);

CREATE INDEX user_websites_website ON user_websites (website_id);

CREATE TABLE user_factors (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL CHECK (kind = 'passkey' OR kind = 'totp'),
  name TEXT NOT NULL CHECK (name <> ''),
  created_at_us BIGINT NOT NULL,
  last_used_at_us BIGINT,
  totp_secret_sealed TEXT,
  totp_last_step BIGINT,
  credential_id TEXT UNIQUE,
  public_key TEXT,
  sign_count BIGINT,
  transports TEXT,
  CHECK ((kind = 'totp') = (totp_secret_sealed IS NOT NULL)),
  CHECK ((kind = 'totp') = (totp_last_step IS NOT NULL)),
  CHECK ((kind = 'passkey') = (credential_id IS NOT NULL)),
  CHECK ((kind = 'passkey') = (public_key IS NOT NULL)),
  CHECK ((kind = 'passkey') = (sign_count IS NOT NULL))
);

CREATE INDEX user_factors_user ON user_factors (user_id);

CREATE TABLE recovery_codes (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at_us BIGINT NOT NULL,
  used_at_us BIGINT
);

CREATE INDEX recovery_codes_user ON recovery_codes (user_id);

-- The link for the first owner is nobody's yet. Whoever has made one in the console has seen it.
CREATE TABLE one_time_links (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind = 'invitation' OR kind = 'reset' OR kind = 'first_owner'),
  user_id TEXT REFERENCES users (id),
  made_by TEXT,
  created_at_us BIGINT NOT NULL,
  expires_at_us BIGINT NOT NULL,
  used_at_us BIGINT,
  CHECK ((kind = 'first_owner') = (user_id IS NULL))
);

CREATE INDEX one_time_links_user ON one_time_links (user_id);

CREATE INDEX one_time_links_end ON one_time_links (expires_at_us);

-- A session waits for the second factor while factor_at_us is null and its user has one. The challenge is what a factor has been
-- asked, and is answered once.
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at_us BIGINT NOT NULL,
  last_seen_at_us BIGINT NOT NULL,
  ends_at_us BIGINT NOT NULL,
  factor_at_us BIGINT,
  address TEXT,
  user_agent TEXT,
  challenge TEXT
);

CREATE INDEX sessions_user ON sessions (user_id);

CREATE INDEX sessions_end ON sessions (ends_at_us);
