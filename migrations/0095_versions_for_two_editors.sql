-- The version that its owner sees, raised by every change of what the owner sets. `domains.version` is
-- raised by checks too: with it the instances notice any change.
ALTER TABLE domains ADD COLUMN edition bigint NOT NULL DEFAULT 1;
ALTER TABLE saved_views ADD COLUMN version bigint NOT NULL DEFAULT 1;

CREATE OR REPLACE FUNCTION stamp_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  IF (NEW.root_url, NEW.unknown_url, NEW.app_links, NEW.is_default)
    IS DISTINCT FROM (OLD.root_url, OLD.unknown_url, OLD.app_links, OLD.is_default)
  THEN
    NEW.edition := OLD.edition + 1;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION stamp_saved_view() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER saved_views_stamp BEFORE UPDATE ON saved_views
  FOR EACH ROW WHEN ((NEW.name, NEW.query) IS DISTINCT FROM (OLD.name, OLD.query))
  EXECUTE FUNCTION stamp_saved_view();
