-- What each boot of a machine took the time for, and how long it had run then: a process that starts later on the same boot goes
-- on from here, whatever the machine's clock says. The newest of them is the time that no clock may lie behind.
CREATE TABLE clock_anchors (
  machine TEXT PRIMARY KEY,
  running_us BIGINT NOT NULL CHECK (running_us >= 0),
  at_us BIGINT NOT NULL
);

-- What the operator has said about the time: processes that doubt theirs take it over.
CREATE TABLE clock_confirmations (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  at_us BIGINT NOT NULL
);

-- A store that is older than this table knows the time from its payments.
INSERT INTO clock_anchors (machine, running_us, at_us)
  SELECT 'before', 0, newest_us FROM (SELECT MAX(created_at_us) AS newest_us FROM payments) AS newest
   WHERE newest_us IS NOT NULL;
