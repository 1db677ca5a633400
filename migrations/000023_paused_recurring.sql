-- A recurring payment that is paused: periods that fall due meanwhile are skipped. A program that does not know of it would charge the
-- card all the same, so none runs beside this one.
ALTER TABLE subscriptions ADD COLUMN paused_at_us BIGINT;

-- When it was resumed last, in its own time: what fell due until then is never charged.
ALTER TABLE subscriptions ADD COLUMN skipped_until_us BIGINT;
