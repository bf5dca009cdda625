-- A domain whose record was missing at a check is verified again when a later check finds it.
CREATE OR REPLACE FUNCTION record_domain_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'proven' AND (OLD.state <> 'proven' OR OLD.misses > 0 AND NEW.misses = 0) THEN
    PERFORM record_event(NEW.user_id, 'domain.verified', NEW.id, NEW.version::text);
  ELSIF NEW.state = 'suspended' AND OLD.state <> 'suspended'
    OR NEW.state = 'proven' AND NEW.misses > 0 AND OLD.misses = 0 THEN
    PERFORM record_event(NEW.user_id, 'domain.failing', NEW.id, NEW.version::text);
  END IF;
  RETURN NULL;
END $$;
