-- A fence for programs that are too old. Every transaction that writes locks the table peye_writers_N, whose N is the newest migration
-- that stops older programs, among those that the program knows. A migration that stops older programs drops that table, in its own
-- transaction, and creates the next one: it waits for writers in flight, and whoever still writes for an older program fails by the
-- name. This migration creates the first fence. Programs before it know no fence, so none of them runs beside this one.
-- fences writers

-- When a migration that stops older programs was announced, by the store's clock: every node that starts waits for the same moment.
CREATE TABLE IF NOT EXISTS peye_announcements (
  migration_id INTEGER PRIMARY KEY,
  announced_at_us BIGINT NOT NULL
);
