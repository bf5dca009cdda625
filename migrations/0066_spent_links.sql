-- Links that have had their last click are listed as expired, and their owners are told.
CREATE INDEX links_clicks_reached_at_idx ON links (clicks_reached_at)
  WHERE clicks_reached_at IS NOT NULL;
