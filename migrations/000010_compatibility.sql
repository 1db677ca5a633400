-- Which programs may work on a store that is newer than they are. A migration allows those that know at least the migration
-- `oldest`; one that has no row here allows none that does not know it. Of a migration that stops running nodes the row is there
-- before the migration is, so that they stop in time.
CREATE TABLE peye_compatibility (
  migration_id INTEGER PRIMARY KEY,
  oldest INTEGER NOT NULL CHECK (oldest BETWEEN 10 AND migration_id)
);
