-- Which split tests changed, for their copy in the event store (as links.changed_xid), and which of
-- two copies is newer. Whoever writes what belongs to a test writes its row in the same transaction.
ALTER TABLE split_tests
  ADD COLUMN changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  ADD COLUMN changes bigint NOT NULL DEFAULT 1;

CREATE FUNCTION stamp_split_test() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_xid := pg_current_xact_id();
  NEW.changes := OLD.changes + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER split_tests_stamped BEFORE UPDATE ON split_tests
  FOR EACH ROW EXECUTE FUNCTION stamp_split_test();
