-- Only a person who has proven the address takes along what was written or begun to be bought with
-- it: anybody can register with somebody else's address and delete that account. What an account sent
-- while it was signed in goes with it in any case, with its mails.
CREATE OR REPLACE FUNCTION forget_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM outbox WHERE user_id IS NULL AND id IN (
    SELECT id FROM contact_messages WHERE user_id = OLD.id);
  IF NOT OLD.verified THEN
    RETURN OLD;
  END IF;

  DELETE FROM outbox WHERE user_id IS NULL AND id IN (
    SELECT id FROM contact_messages WHERE lower(email) = lower(OLD.email)
    UNION ALL
    SELECT id FROM link_reports WHERE lower(email) = lower(OLD.email));
  DELETE FROM contact_messages WHERE lower(email) = lower(OLD.email);
  UPDATE link_reports SET email = NULL WHERE lower(email) = lower(OLD.email);
  DELETE FROM purchases WHERE id IN (
    SELECT id FROM purchases
    WHERE user_id IS NULL AND lower(payer ->> 'email') = lower(OLD.email)
    FOR UPDATE SKIP LOCKED);
  RETURN OLD;
END $$;
