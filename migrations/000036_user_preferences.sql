-- What users have chosen for their own lists: one row for each saved filter, and one with an empty name for the columns that a list leaves
-- out. The value is a query of the list, or the names of those columns.
-- compatible with: 000034

CREATE TABLE user_preferences (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list <> '' AND length(list) <= 40),
  name TEXT NOT NULL CHECK (length(name) <= 40),
  value TEXT NOT NULL CHECK (length(value) <= 2048),
  saved_at_us BIGINT NOT NULL,
  PRIMARY KEY (user_id, list, name)
);
