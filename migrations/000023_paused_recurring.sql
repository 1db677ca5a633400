-- A recurring payment that is paused: periods that fall due meanwhile are skipped. A program that does not know of it would charge the
-- card all the same, so none runs beside this one.
ALTER TABLE subscriptions ADD COLUMN paused_at_us BIGINT;
