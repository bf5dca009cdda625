-- When the owner was told of a webhook's trouble; null: not of the present one.
ALTER TABLE webhooks
  ADD COLUMN disabled_told_at timestamptz,
  ADD COLUMN behind_told_at timestamptz;

CREATE INDEX webhooks_troubled_idx ON webhooks (id)
  WHERE failing_since IS NOT NULL OR disabled_reason IS NOT NULL OR behind_since IS NOT NULL;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'trial_ending', 'first_click', 'click_milestone', 'conversions', 'link_expired',
  'password_changed', 'broken_destinations', 'split_test_winner', 'split_test_withdrawn',
  'split_test_alarm', 'webhook_failing', 'webhook_disabled', 'webhook_behind'));

-- A change of a link's external id is an event, too.
CREATE OR REPLACE FUNCTION changed_link_fields(was links, is_now links) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  names text[] := array_remove(ARRAY[
    CASE WHEN was.original_url <> is_now.original_url THEN 'original_url' END,
    CASE WHEN was.custom_alias IS DISTINCT FROM is_now.custom_alias THEN 'custom_alias' END,
    CASE WHEN was.domain_id IS DISTINCT FROM is_now.domain_id THEN 'domain_id' END,
    CASE WHEN was.external_id IS DISTINCT FROM is_now.external_id THEN 'external_id' END,
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
