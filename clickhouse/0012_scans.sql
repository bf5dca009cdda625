-- How the visitor opened the short link: from a link, or with the camera from its QR code. Earlier
-- clicks came from links.
ALTER TABLE clicks ADD COLUMN IF NOT EXISTS
  entry Enum8('link' = 1, 'qr' = 2) AFTER utm_content;

ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS entries (
  SELECT user_id, toDate(clicked_at), class, entry, count()
  GROUP BY user_id, toDate(clicked_at), class, entry
);

-- For the clicks stored before, in the background; until then they are counted one by one.
ALTER TABLE clicks MATERIALIZE PROJECTION entries SETTINGS mutations_sync = 0;
