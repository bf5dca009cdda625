-- An event is stored and exported with the names of changed columns and options. The password's is the
-- API's word for it.
CREATE OR REPLACE FUNCTION record_link_changes(changed uuid[], fields jsonb[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO events (id, user_id, natural_key, type, link_id, subject, is_planned)
  SELECT new_event_id(), links.user_id, link_event_key(links.id), 'link.updated', links.id,
    jsonb_build_object('changed', replace(names::text, '"passwordHash"', '"password"')::jsonb),
    NOT EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = links.user_id AND is_enabled)
  FROM unnest(changed, fields) AS change (link_id, names) JOIN links ON links.id = link_id
  ON CONFLICT (user_id, natural_key) DO UPDATE
    SET subject = jsonb_build_object('changed', (
      SELECT jsonb_agg(DISTINCT field) FROM jsonb_array_elements(
        (events.subject -> 'changed') || (excluded.subject -> 'changed')) AS field))
    WHERE events.type = 'link.updated'
$$;

UPDATE events SET subject = replace(subject::text, '"passwordHash"', '"password"')::jsonb
WHERE type = 'link.updated' AND subject -> 'changed' ? 'passwordHash';
