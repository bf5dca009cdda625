-- A person who leaves also takes along the mails of what they wrote, which have the ids of the
-- messages and reports themselves, and what they began to buy before they had the account. A payment
-- that is being settled right now is not waited for: what is paid opens an account again.
CREATE OR REPLACE FUNCTION forget_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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

CREATE INDEX purchases_payer_idx ON purchases (lower(payer ->> 'email')) WHERE user_id IS NULL;
