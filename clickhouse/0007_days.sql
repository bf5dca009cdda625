-- Exact counts of every account by quarter of an hour and by UTC day, so that answers about a whole
-- account read days × values, not clicks. Time zones of today begin their days at a quarter of an
-- hour; the hours of `user_hour` served fewer of them.
-- The sum of hashes says which clicks a quarter has, whatever their order and parts.
ALTER TABLE clicks DROP PROJECTION IF EXISTS user_hour;

ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS quarters (
  SELECT user_id, toStartOfFifteenMinutes(clicked_at), class, count(), sum(cityHash64(click_id))
  GROUP BY user_id, toStartOfFifteenMinutes(clicked_at), class
);

ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS agents (
  SELECT user_id, toDate(clicked_at), class, device, browser, os, channel, count()
  GROUP BY user_id, toDate(clicked_at), class, device, browser, os, channel
);

ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS places (
  SELECT user_id, toDate(clicked_at), class, country, city, count()
  GROUP BY user_id, toDate(clicked_at), class, country, city
);

ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS referrers (
  SELECT user_id, toDate(clicked_at), class, referrer, count()
  GROUP BY user_id, toDate(clicked_at), class, referrer
);

ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS campaigns (
  SELECT user_id, toDate(clicked_at), class,
    utm_source, utm_medium, utm_campaign, utm_term, utm_content, count()
  GROUP BY user_id, toDate(clicked_at), class,
    utm_source, utm_medium, utm_campaign, utm_term, utm_content
);

-- For the clicks stored before. It runs in the background, beside inserts and questions, and
-- continues after a kill; until it is done those clicks are counted one by one.
ALTER TABLE clicks
  MATERIALIZE PROJECTION quarters,
  MATERIALIZE PROJECTION agents,
  MATERIALIZE PROJECTION places,
  MATERIALIZE PROJECTION referrers,
  MATERIALIZE PROJECTION campaigns
SETTINGS mutations_sync = 0;
