-- A deleted account leaves every subscription of its own to be ended at the provider: what was last
-- read of one does not prove that it has ended there. Ending one that has ended does nothing.
DROP TRIGGER subscriptions_orphan ON subscriptions;
CREATE TRIGGER subscriptions_orphan AFTER DELETE ON subscriptions FOR EACH ROW
  WHEN (OLD.subscription_id IS NOT NULL) EXECUTE FUNCTION orphan_subscription();
