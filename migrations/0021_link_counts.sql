-- How many links an account has, kept by triggers: a cap holds without counting the links. Creating
-- a link locks the account's row, so that parallel creations see each other.
CREATE TABLE link_counts (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  links integer NOT NULL CHECK (links >= 0)
);

CREATE FUNCTION count_added_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO link_counts AS held (user_id, links)
  SELECT user_id, count(*) FROM added GROUP BY user_id ORDER BY user_id
  ON CONFLICT (user_id) DO UPDATE SET links = held.links + excluded.links;
  RETURN NULL;
END $$;

CREATE FUNCTION count_removed_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE link_counts AS held SET links = held.links - gone.links
  FROM (SELECT user_id, count(*) AS links FROM removed GROUP BY user_id) AS gone
  WHERE held.user_id = gone.user_id;
  RETURN NULL;
END $$;

CREATE TRIGGER links_count_added AFTER INSERT ON links
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_links();
CREATE TRIGGER links_count_removed AFTER DELETE ON links
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_links();

-- The triggers' lock on links is held until the migration commits: nothing is added meanwhile.
INSERT INTO link_counts (user_id, links) SELECT user_id, count(*) FROM links GROUP BY user_id;
