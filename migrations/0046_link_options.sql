-- What a link does at a visit beyond its destination. Columns hold what queries ask for; the rest
-- is one document, which the application checks: expiredUrl, passwordHash, rules, passQuery,
-- iosUrl, iosFallbackUrl, androidUrl, androidFallbackUrl, previewTitle, previewText, previewPicture.
ALTER TABLE links
  ADD COLUMN starts_at timestamptz,
  ADD COLUMN expires_after_clicks integer CHECK (expires_after_clicks BETWEEN 1 AND 1000000000),
  ADD COLUMN click_limit_version integer NOT NULL DEFAULT 0,
  ADD COLUMN click_limit_since timestamptz,
  ADD COLUMN clicks_reached_at timestamptz,
  ADD COLUMN options jsonb NOT NULL DEFAULT '{}'
    CHECK (jsonb_typeof(options) = 'object' AND octet_length(options::text) <= 131072);

-- The count of clicks begins again when a link without a limit gets one. Another limit is compared
-- with the same count, and is not reached yet until a count says so.
CREATE FUNCTION stamp_click_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.click_limit_version := (NEW.expires_after_clicks IS NOT NULL)::int;
    NEW.click_limit_since := CASE WHEN NEW.expires_after_clicks IS NOT NULL THEN now() END;
  ELSIF NEW.expires_after_clicks IS DISTINCT FROM OLD.expires_after_clicks THEN
    NEW.clicks_reached_at := NULL;
    IF OLD.expires_after_clicks IS NULL THEN
      NEW.click_limit_version := OLD.click_limit_version + 1;
      NEW.click_limit_since := now();
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER links_stamp_click_limit BEFORE INSERT OR UPDATE ON links
  FOR EACH ROW EXECUTE FUNCTION stamp_click_limit();

CREATE INDEX links_click_limit_idx ON links (id)
  WHERE expires_after_clicks IS NOT NULL AND clicks_reached_at IS NULL;
