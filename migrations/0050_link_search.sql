-- The text by which a person finds a link, in lower case. Apart from `links`: its index has about a
-- hundred entries for each link, and a change of many links (a pause) must not write them again.
CREATE TABLE link_texts (
  link_id uuid PRIMARY KEY REFERENCES links (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  text text COLLATE "C" NOT NULL
);

CREATE FUNCTION link_text(link links) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT lower(concat_ws(E'\n', link.title, link.original_url, link.short_code, link.custom_alias,
    link.notes));
$$;

CREATE FUNCTION add_link_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO link_texts (link_id, user_id, text)
  SELECT added.id, added.user_id, link_text(links)
  FROM added JOIN links ON links.id = added.id;
  RETURN NULL;
END $$;

CREATE FUNCTION change_link_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE link_texts SET text = link_text(NEW) WHERE link_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER links_add_texts AFTER INSERT ON links
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_link_texts();
CREATE TRIGGER links_change_text AFTER UPDATE ON links
  FOR EACH ROW WHEN (link_text(OLD) IS DISTINCT FROM link_text(NEW))
  EXECUTE FUNCTION change_link_text();

INSERT INTO link_texts (link_id, user_id, text)
SELECT id, user_id, link_text(links) FROM links ORDER BY user_id, id;

CREATE INDEX link_texts_user_id_idx ON link_texts (user_id);

-- A Postgres without these two contributed modules searches all texts of the account instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX link_texts_search_idx ON link_texts USING gin (user_id, text gin_trgm_ops);
EXCEPTION
  WHEN feature_not_supported OR undefined_file OR insufficient_privilege THEN
    RAISE NOTICE 'no trigram index for the search of links: %', SQLERRM;
END $$;

-- The order by name.
CREATE INDEX links_name_idx
  ON links (user_id, (lower(coalesce(title, custom_alias, short_code)) COLLATE "C"), id);
