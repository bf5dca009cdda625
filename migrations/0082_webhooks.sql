-- Addresses to which an account's events are sent.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2048),
  description text CHECK (char_length(description) <= 200),
  -- The types that it gets; null: all but clicks.
  events text[],
  -- {"ids": […]}, {"tags": […]} or {"folders": […]}; null: all links.
  links jsonb,
  format text NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'slack', 'discord')),
  is_enabled boolean NOT NULL DEFAULT true,
  -- Why Waypost switched it off: the receiver answered 410, or failed for days.
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  disabled_at timestamptz,
  -- Encrypted. After a rotation the former one signs too, until then.
  secret bytea NOT NULL,
  former_secret bytea,
  former_until timestamptz,
  -- Failures in a row, and since when.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  warned_at timestamptz,
  -- Since when clicks are left out because too many wait.
  behind_since timestamptz,
  -- Raised by its owner's changes.
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX webhooks_user_id_idx ON webhooks (user_id, created_at, id);

-- What happened in an account, for 30 days. The natural key makes every event one row.
CREATE TABLE events (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  natural_key text NOT NULL CHECK (char_length(natural_key) <= 200),
  type text NOT NULL,
  -- The link that the event is about. The link may be gone.
  link_id uuid,
  -- What the body is written from: ids, names of changed columns, and of a deleted link its names.
  subject jsonb NOT NULL DEFAULT '{}',
  -- Written once, when the event is first sent.
  body text,
  -- The body has ids alone.
  is_thin boolean NOT NULL DEFAULT false,
  -- Whether its deliveries are planned.
  is_planned boolean NOT NULL DEFAULT false,
  -- In milliseconds, as the cursors of lists are.
  happened_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  UNIQUE (user_id, natural_key)
);

CREATE INDEX events_newest_idx ON events (user_id, happened_at DESC, id DESC);
CREATE INDEX events_link_id_idx ON events (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX events_unplanned_idx ON events (id) WHERE NOT is_planned;
CREATE INDEX events_happened_at_idx ON events (happened_at);

-- Each event for each webhook that gets it.
CREATE TABLE webhook_deliveries (
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  -- When an instance took it to send it; null while none does.
  claimed_at timestamptz,
  PRIMARY KEY (webhook_id, event_id)
);

CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (webhook_id, due_at)
  WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_claimed_idx ON webhook_deliveries (webhook_id, claimed_at)
  WHERE claimed_at IS NOT NULL;
CREATE INDEX webhook_deliveries_event_id_idx ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_user_id_idx ON webhook_deliveries (user_id);

-- Every attempt to send, for 30 days.
CREATE TABLE webhook_attempts (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  attempt integer NOT NULL,
  -- The status of the answer, or why there is none.
  status integer,
  error text,
  milliseconds integer NOT NULL,
  -- The first 1 KB of the answer.
  answer text NOT NULL DEFAULT '',
  next_at timestamptz,
  attempted_at timestamptz NOT NULL,
  CHECK ((status IS NULL) <> (error IS NULL))
);

CREATE INDEX webhook_attempts_newest_idx ON webhook_attempts (webhook_id, attempted_at DESC, id DESC);
CREATE INDEX webhook_attempts_event_id_idx ON webhook_attempts (event_id);
CREATE INDEX webhook_attempts_user_id_idx ON webhook_attempts (user_id);
CREATE INDEX webhook_attempts_attempted_at_idx ON webhook_attempts (attempted_at);

-- Up to which time a job has recorded what becomes an event by the passing of time.
CREATE TABLE event_marks (
  name text PRIMARY KEY,
  until timestamptz NOT NULL
);

-- A UUIDv7: Postgres has a function of its own only from version 18 on.
CREATE FUNCTION new_event_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
        FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The writes of a link in one transaction are one event. A transaction id alone would repeat in a
-- restored database.
CREATE FUNCTION link_event_key(link uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT link || ' ' || pg_current_xact_id() || ' ' || extract(epoch FROM now())
$$;

-- The database itself records the events of links, so that no writer can forget to: single calls,
-- bulk actions and imports write the same tables. Deliveries are planned only for an account with a
-- webhook that is on.
CREATE FUNCTION record_added_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO events (id, user_id, natural_key, type, link_id, is_planned)
  SELECT new_event_id(), user_id, link_event_key(id), 'link.created', id,
    NOT EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = added.user_id AND is_enabled)
  FROM added;
  RETURN NULL;
END $$;

CREATE TRIGGER links_record_added AFTER INSERT ON links
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_added_links();

-- `fields` has a list of names for each link.
CREATE FUNCTION record_link_changes(changed uuid[], fields jsonb[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO events (id, user_id, natural_key, type, link_id, subject, is_planned)
  SELECT new_event_id(), links.user_id, link_event_key(links.id), 'link.updated', links.id,
    jsonb_build_object('changed', names),
    NOT EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = links.user_id AND is_enabled)
  FROM unnest(changed, fields) AS change (link_id, names) JOIN links ON links.id = link_id
  ON CONFLICT (user_id, natural_key) DO UPDATE
    SET subject = jsonb_build_object('changed', (
      SELECT jsonb_agg(DISTINCT field) FROM jsonb_array_elements(
        (events.subject -> 'changed') || (excluded.subject -> 'changed')) AS field))
    WHERE events.type = 'link.updated'
$$;

-- The columns that an owner changes. A test names every column that is not here.
CREATE FUNCTION changed_link_fields(was links, is_now links) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  names text[] := array_remove(ARRAY[
    CASE WHEN was.original_url <> is_now.original_url THEN 'original_url' END,
    CASE WHEN was.custom_alias IS DISTINCT FROM is_now.custom_alias THEN 'custom_alias' END,
    CASE WHEN was.domain_id IS DISTINCT FROM is_now.domain_id THEN 'domain_id' END,
    CASE WHEN was.title IS DISTINCT FROM is_now.title THEN 'title' END,
    CASE WHEN was.description IS DISTINCT FROM is_now.description THEN 'description' END,
    CASE WHEN was.notes IS DISTINCT FROM is_now.notes THEN 'notes' END,
    CASE WHEN was.starts_at IS DISTINCT FROM is_now.starts_at THEN 'starts_at' END,
    CASE WHEN was.expires_at IS DISTINCT FROM is_now.expires_at THEN 'expires_at' END,
    CASE WHEN was.expires_after_clicks IS DISTINCT FROM is_now.expires_after_clicks
      THEN 'expires_after_clicks' END,
    CASE WHEN was.is_active <> is_now.is_active THEN 'is_active' END,
    CASE WHEN was.track_clicks <> is_now.track_clicks THEN 'track_clicks' END,
    CASE WHEN was.track_conversions <> is_now.track_conversions THEN 'track_conversions' END,
    CASE WHEN was.auto_track_profit <> is_now.auto_track_profit THEN 'auto_track_profit' END,
    CASE WHEN was.profit_per_sale IS DISTINCT FROM is_now.profit_per_sale THEN 'profit_per_sale' END,
    CASE WHEN was.profit_per_sale_currency <> is_now.profit_per_sale_currency
      THEN 'profit_per_sale_currency' END,
    CASE WHEN was.split_test_enabled <> is_now.split_test_enabled THEN 'split_test_enabled' END,
    CASE WHEN was.split_test_urls <> is_now.split_test_urls THEN 'split_test_urls' END,
    CASE WHEN was.imported_clicks IS DISTINCT FROM is_now.imported_clicks THEN 'imported_clicks' END
  ], NULL);
BEGIN
  IF was.options <> is_now.options THEN
    names := names || ARRAY(
      SELECT coalesce(before.key, after.key) FROM jsonb_each(was.options) AS before
      FULL JOIN jsonb_each(is_now.options) AS after ON after.key = before.key
      WHERE before.value IS DISTINCT FROM after.value);
  END IF;
  RETURN CASE WHEN cardinality(names) > 0 THEN to_jsonb(names) END;
END $$;

CREATE FUNCTION record_changed_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_link_changes(array_agg(id), array_agg(fields))
  FROM (
    SELECT is_now.id, changed_link_fields(was, is_now) AS fields
    FROM was JOIN is_now ON is_now.id = was.id) AS changed
  WHERE fields IS NOT NULL;

  -- A link also expires by a change to a past time, and when its clicks reach the limit.
  INSERT INTO events (id, user_id, natural_key, type, link_id, is_planned)
  SELECT new_event_id(), is_now.user_id, 'expired ' || is_now.id || ' ' || extract(epoch FROM
      CASE WHEN is_now.clicks_reached_at IS DISTINCT FROM was.clicks_reached_at
        THEN is_now.clicks_reached_at ELSE is_now.expires_at END),
    'link.expired', is_now.id,
    NOT EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = is_now.user_id AND is_enabled)
  FROM was JOIN is_now ON is_now.id = was.id
  WHERE (is_now.clicks_reached_at IS NOT NULL
      AND is_now.clicks_reached_at IS DISTINCT FROM was.clicks_reached_at)
    OR (is_now.expires_at <= now() AND (was.expires_at IS NULL OR was.expires_at > now()))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER links_record_changed AFTER UPDATE ON links
  REFERENCING OLD TABLE AS was NEW TABLE AS is_now
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_links();

-- Before the deletion, while the link's labels are there. The events of a deleted account go with it.
CREATE FUNCTION record_deleted_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO events (id, user_id, natural_key, type, link_id, subject, is_planned)
  SELECT new_event_id(), OLD.user_id, 'deleted ' || OLD.id, 'link.deleted', OLD.id,
    jsonb_build_object(
      'link', jsonb_build_object(
        'name', coalesce(OLD.custom_alias, OLD.short_code),
        'host', (SELECT host FROM domains WHERE number = OLD.domain_id),
        'externalId', to_jsonb(OLD) ->> 'external_id'),
      'tags', (SELECT coalesce(jsonb_agg(tag_id), '[]') FROM link_tags WHERE link_id = OLD.id),
      'folder', (SELECT folder_id FROM link_folders WHERE link_id = OLD.id)),
    NOT EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = OLD.user_id AND is_enabled)
  FROM users WHERE users.id = OLD.user_id
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;

CREATE TRIGGER links_record_deleted BEFORE DELETE ON links
  FOR EACH ROW EXECUTE FUNCTION record_deleted_link();

-- The other events of deleted links are reduced to ids.
CREATE FUNCTION reduce_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_attempts SET answer = ''
  FROM gone JOIN events ON events.link_id = gone.id
  WHERE event_id = events.id AND answer <> '';
  UPDATE events SET body = NULL, is_thin = true, subject = events.subject || deleted.subject
  FROM gone JOIN events AS deleted ON deleted.link_id = gone.id AND deleted.type = 'link.deleted'
  WHERE events.link_id = gone.id AND events.type <> 'link.deleted';
  RETURN NULL;
END $$;

CREATE TRIGGER links_reduce_events AFTER DELETE ON links
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION reduce_events();

-- Labels are stored apart from their links. Links that are gone are left out.
CREATE FUNCTION record_labelled_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_link_changes(array_agg(link_id), array_agg(jsonb_build_array(TG_ARGV[0])))
  FROM (SELECT DISTINCT link_id FROM labelled) AS links_of_labels;
  RETURN NULL;
END $$;

CREATE TRIGGER link_tags_record_added AFTER INSERT ON link_tags
  REFERENCING NEW TABLE AS labelled
  FOR EACH STATEMENT EXECUTE FUNCTION record_labelled_links('tags');
CREATE TRIGGER link_tags_record_removed AFTER DELETE ON link_tags
  REFERENCING OLD TABLE AS labelled
  FOR EACH STATEMENT EXECUTE FUNCTION record_labelled_links('tags');
CREATE TRIGGER link_folders_record_added AFTER INSERT ON link_folders
  REFERENCING NEW TABLE AS labelled
  FOR EACH STATEMENT EXECUTE FUNCTION record_labelled_links('folder');
CREATE TRIGGER link_folders_record_changed AFTER UPDATE ON link_folders
  REFERENCING NEW TABLE AS labelled
  FOR EACH STATEMENT EXECUTE FUNCTION record_labelled_links('folder');
CREATE TRIGGER link_folders_record_removed AFTER DELETE ON link_folders
  REFERENCING OLD TABLE AS labelled
  FOR EACH STATEMENT EXECUTE FUNCTION record_labelled_links('folder');

-- A destination that breaks is an event of each link that leads to it.
CREATE FUNCTION record_broken_destination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO events (id, user_id, natural_key, type, link_id, is_planned)
  SELECT new_event_id(), NEW.user_id,
    'broken ' || link_id || ' ' || NEW.id || ' ' || extract(epoch FROM NEW.broken_since),
    'link.destination_broken', link_id,
    NOT EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = NEW.user_id AND is_enabled)
  FROM link_destinations WHERE destination_id = NEW.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER destinations_record_broken AFTER UPDATE ON destinations
  FOR EACH ROW WHEN (OLD.broken_since IS NULL AND NEW.broken_since IS NOT NULL)
  EXECUTE FUNCTION record_broken_destination();
