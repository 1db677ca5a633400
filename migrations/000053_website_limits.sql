-- A website can have a limit of requests of its own, which its keys share from every address. NULL is the general limit of each address.
-- An older version beside this one knows nothing of it, and applies the general limit.
-- compatible with: 000028

ALTER TABLE websites ADD COLUMN rate_limit_per_minute INTEGER CHECK (rate_limit_per_minute >= 60 AND rate_limit_per_minute <= 6000);
