-- What providers charge for completed payments, as an operator expects it: a rule for each website, mode, method and currency, from a time
-- on. Rows are never changed: a newer rule with the same time replaces the older one. percent_e3 is thousandths of a percent.
-- A program that does not know the rules would complete a payment without its fee, so none may run beside this one.

CREATE TABLE fee_rules (
  number BIGINT NOT NULL PRIMARY KEY CHECK (number > 0),
  website_id TEXT NOT NULL REFERENCES websites (id),
  mode TEXT NOT NULL CHECK (mode = 'test' OR mode = 'live'),
  method TEXT NOT NULL CHECK (method = 'moncash' OR method = 'natcash' OR method = 'lakaypay_card' OR method = 'card'),
  currency TEXT NOT NULL CHECK (currency = 'HTG' OR currency = 'USD'),
  percent_e3 BIGINT NOT NULL CHECK (percent_e3 >= 0 AND percent_e3 <= 100000),
  fixed_minor BIGINT NOT NULL CHECK (fixed_minor >= 0),
  minimum_minor BIGINT NOT NULL CHECK (minimum_minor >= 0),
  valid_from_us BIGINT NOT NULL,
  set_at_us BIGINT NOT NULL,
  set_by TEXT NOT NULL CHECK (set_by <> ''),
  CHECK (valid_from_us > set_at_us),
  CHECK (currency = 'HTG' OR (method <> 'moncash' AND method <> 'natcash'))
);

CREATE INDEX fee_rules_in_force ON fee_rules (website_id, mode, method, currency, valid_from_us, number);
