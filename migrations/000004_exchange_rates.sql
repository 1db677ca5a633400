-- Every rate that a source has said and that was believed. The same thing said again only moves confirmed_at_us.
CREATE TABLE exchange_rates (
  source TEXT NOT NULL CHECK (source IN ('brh', 'open_er_api')),
  number BIGINT NOT NULL CHECK (number > 0),
  rate_e4 BIGINT NOT NULL CHECK (rate_e4 BETWEEN 10000 AND 100000000),
  published_at_us BIGINT,
  fetched_at_us BIGINT NOT NULL,
  confirmed_at_us BIGINT NOT NULL,
  PRIMARY KEY (source, number),
  CHECK (confirmed_at_us >= fetched_at_us)
);

CREATE INDEX exchange_rates_newest ON exchange_rates (fetched_at_us);

-- When a source is asked next: whoever moves next_fetch_at_us asks it, so that of many workers one does.
CREATE TABLE exchange_rate_fetches (
  source TEXT PRIMARY KEY CHECK (source IN ('brh', 'open_er_api')),
  next_fetch_at_us BIGINT NOT NULL
);
