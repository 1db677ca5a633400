-- How many units one payment of a link may buy, and how many each payment bought. Open and sold units are counted beside payments, because a
-- payment no longer stands for one unit. A program that does not know of quantities would finish a payment without its units, so none runs
-- beside this one.

ALTER TABLE payment_links ADD COLUMN max_quantity INTEGER NOT NULL DEFAULT 1
  CHECK (max_quantity >= 1 AND max_quantity <= 99)
  CHECK (max_quantity = 1 OR amount_mode = 'fixed');

ALTER TABLE payment_links ADD COLUMN open_units BIGINT NOT NULL DEFAULT 0 CHECK (open_units >= 0);

ALTER TABLE payment_links ADD COLUMN paid_units BIGINT NOT NULL DEFAULT 0
  CHECK (paid_units >= 0)
  CHECK (stock IS NULL OR open_units + paid_units <= stock);

-- Every payment so far bought one unit.
UPDATE payment_links SET open_units = open_payments, paid_units = paid_payments;

ALTER TABLE link_payments ADD COLUMN quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity >= 1 AND quantity <= 99);
