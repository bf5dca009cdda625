-- What happens to a link by itself raises links.version too, since caches compare it. The version
-- that its owner sees leaves these writes out: it is version − background_writes.
ALTER TABLE links ADD COLUMN background_writes bigint NOT NULL DEFAULT 0;

-- An edit also sets updated_at.
CREATE FUNCTION count_background_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.background_writes := OLD.background_writes + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER links_background BEFORE UPDATE ON links
  FOR EACH ROW WHEN (NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at
    AND (NEW.clicks_reached_at, NEW.split_rotation)
      IS DISTINCT FROM (OLD.clicks_reached_at, OLD.split_rotation))
  EXECUTE FUNCTION count_background_write();
