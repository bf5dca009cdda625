-- Events of domains, imports, actions on many links and split tests, in the transaction of the write.
-- `subject` names the thing by its id.
CREATE INDEX events_subject_idx ON events (user_id, (subject ->> 'id')) WHERE subject ? 'id';

UPDATE events SET subject = jsonb_build_object('id', subject -> 'webhookId')
WHERE type = 'webhook.test';

CREATE FUNCTION record_event(
  account uuid, happening text, thing uuid, which text, link uuid DEFAULT NULL
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO events (id, user_id, natural_key, type, link_id, subject, is_planned)
  SELECT new_event_id(), users.id, happening || ' ' || thing || ' ' || which, happening, link,
    jsonb_build_object('id', thing),
    NOT EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = users.id AND is_enabled)
  FROM users WHERE users.id = account
  ON CONFLICT DO NOTHING
$$;

-- A proven domain fails when a check misses its proof, and when it is suspended.
CREATE FUNCTION record_domain_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'proven' AND OLD.state <> 'proven' THEN
    PERFORM record_event(NEW.user_id, 'domain.verified', NEW.id, NEW.version::text);
  ELSIF NEW.state = 'suspended' AND OLD.state <> 'suspended'
    OR NEW.state = 'proven' AND NEW.misses > 0 AND OLD.misses = 0 THEN
    PERFORM record_event(NEW.user_id, 'domain.failing', NEW.id, NEW.version::text);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER domains_record_event AFTER UPDATE ON domains
  FOR EACH ROW EXECUTE FUNCTION record_domain_event();

CREATE FUNCTION record_finished_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_event(NEW.user_id, 'import.finished', NEW.id, NEW.state);
  RETURN NULL;
END $$;

CREATE TRIGGER imports_record_finished AFTER UPDATE ON imports
  FOR EACH ROW WHEN (OLD.state = 'running' AND NEW.state IN ('done', 'cancelled'))
  EXECUTE FUNCTION record_finished_import();

CREATE FUNCTION record_finished_bulk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_event(NEW.user_id, 'bulk_action.finished', NEW.id, NEW.state);
  RETURN NULL;
END $$;

CREATE TRIGGER bulk_actions_record_finished AFTER UPDATE ON bulk_actions
  FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state IN ('done', 'undone'))
  EXECUTE FUNCTION record_finished_bulk();

-- With the stored verdict. A test that names a winner again has another day.
CREATE FUNCTION record_split_verdict() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.verdict IS NULL OR NEW.verdict = 'null' THEN
    PERFORM record_event(
      NEW.user_id, 'split_test.withdrawn', NEW.id, OLD.verdict ->> 'day', NEW.link_id);
  ELSE
    PERFORM record_event(
      NEW.user_id, 'split_test.decided', NEW.id,
      (NEW.verdict ->> 'day') || ' ' || (NEW.verdict -> 'winner' ->> 'destination'), NEW.link_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER split_tests_record_verdict AFTER UPDATE ON split_tests
  FOR EACH ROW WHEN (
    (coalesce(OLD.verdict, 'null') ->> 'day', coalesce(OLD.verdict, 'null') -> 'winner' ->> 'destination')
    IS DISTINCT FROM
    (coalesce(NEW.verdict, 'null') ->> 'day', coalesce(NEW.verdict, 'null') -> 'winner' ->> 'destination'))
  EXECUTE FUNCTION record_split_verdict();
