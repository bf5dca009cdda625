/** A worked example: a question, and the statement that answers it. */
export type Example = { readonly id: string; readonly title: string; readonly query: string };

/** The examples of the page and of `clickhouse/README.md`. Each is run by a test. */
export const examples: readonly Example[] = [
  {
    id: 'clicks-by-day',
    title: 'Clicks and unique visitors of the last 30 days',
    query: `SELECT toDate(clicked_at) AS day, count() AS clicks,
  uniqExactIf(visitor_id, visitor_id != 0) AS visitors
FROM clicks
WHERE class = 'human' AND clicked_at >= today() - 29
GROUP BY day
ORDER BY day WITH FILL FROM today() - 29 TO today() + 1`,
  },
  {
    id: 'top-links',
    title: 'The ten links with the most clicks this month',
    query: `SELECT l.short_url, l.title, count() AS clicks
FROM clicks AS c
INNER JOIN links AS l ON l.link_id = c.link_id
WHERE c.class = 'human' AND c.clicked_at >= toStartOfMonth(now())
GROUP BY l.short_url, l.title
ORDER BY clicks DESC
LIMIT 10`,
  },
  {
    id: 'hours-of-the-week',
    title: 'Which hours of the week bring visits, in your own time zone',
    query: `SELECT toDayOfWeek(local) AS weekday, toHour(local) AS hour, count() AS clicks
FROM (SELECT toTimeZone(clicked_at, 'Europe/Berlin') AS local FROM clicks
  WHERE class = 'human' AND clicked_at >= today() - 90)
GROUP BY weekday, hour
ORDER BY weekday, hour`,
  },
  {
    id: 'hour-earnings',
    title: 'What an hour of the day earns for each click, by country',
    query: `SELECT toHour(toTimeZone(c.clicked_at, 'Europe/Berlin')) AS hour, c.country,
  uniqExact(c.click_id) AS clicks, round(sum(v.revenue) / clicks, 2) AS usd_per_click
FROM clicks AS c
LEFT JOIN (SELECT click_id, revenue FROM conversions WHERE currency = 'USD') AS v
  ON v.click_id = c.click_id
WHERE c.clicked_at > now() - INTERVAL 30 DAY AND c.class = 'human'
GROUP BY hour, c.country
ORDER BY usd_per_click DESC
LIMIT 100`,
  },
  {
    id: 'countries',
    title: 'Clicks by country, with their share',
    query: `SELECT if(country = '', 'Unknown', country) AS place, count() AS clicks,
  round(100 * clicks / sum(count()) OVER (), 1) AS percent
FROM clicks
WHERE class = 'human' AND clicked_at >= today() - 30
GROUP BY place
ORDER BY clicks DESC`,
  },
  {
    id: 'campaigns',
    title: 'UTM campaigns with clicks, conversions and revenue in USD',
    query: `SELECT c.utm_source, c.utm_campaign, uniqExact(c.click_id) AS clicks,
  countIf(NOT v.is_refund AND v.click_id IS NOT NULL) AS conversions,
  sumIf(v.revenue, v.currency = 'USD') AS usd_revenue
FROM clicks AS c
LEFT JOIN conversions AS v ON v.click_id = c.click_id
WHERE c.class = 'human' AND c.clicked_at >= today() - 90 AND c.utm_campaign != ''
GROUP BY c.utm_source, c.utm_campaign
ORDER BY clicks DESC`,
  },
  {
    id: 'split-test',
    title: 'The destinations of every running split test, compared',
    query: `SELECT l.short_url, d.letter, d.name, d.url, v.visits, c.converting_visits,
  round(100 * c.converting_visits / v.visits, 2) AS percent
FROM split_destinations AS d
INNER JOIN split_tests AS t ON t.test_id = d.test_id
INNER JOIN links AS l ON l.link_id = d.link_id
LEFT JOIN (SELECT link_id, split_version, variant, count() AS visits
  FROM clicks WHERE class = 'human' AND variant > 0
  GROUP BY link_id, split_version, variant) AS v
  ON v.link_id = d.link_id AND v.split_version = d.split_version AND v.variant = d.variant
LEFT JOIN (SELECT e.link_id, e.split_version, e.variant, uniqExact(e.click_id) AS converting_visits
  FROM conversions AS e
  INNER JOIN split_tests AS s ON s.link_id = e.link_id AND s.split_version = e.split_version
  WHERE e.variant > 0 AND NOT e.is_refund AND e.source != 'manual' AND (e.event_type = s.goal
    OR s.goal = 'revenue' AND e.currency = s.currency AND e.revenue > 0)
  GROUP BY e.link_id, e.split_version, e.variant) AS c
  ON c.link_id = d.link_id AND c.split_version = d.split_version AND c.variant = d.variant
WHERE t.ended_at IS NULL
ORDER BY l.short_url, d.variant`,
  },
  {
    id: 'split-test-results',
    title: 'What each split test says, the newest first',
    query: `SELECT l.short_url, l.title, t.goal, t.began_at, t.ended_at, t.sentence, t.winner, t.decided_on
FROM split_tests AS t
INNER JOIN links AS l ON l.link_id = t.link_id
ORDER BY t.began_at DESC`,
  },
  {
    id: 'time-to-convert',
    title: 'How long people take from click to conversion',
    query: `SELECT event_type, count() AS conversions,
  round(quantile(0.5)(dateDiff('second', clicked_at, converted_at)) / 60, 1) AS median_minutes,
  round(quantile(0.9)(dateDiff('second', clicked_at, converted_at)) / 60, 1) AS p90_minutes
FROM conversions
WHERE clicked_at IS NOT NULL AND NOT is_refund
GROUP BY event_type
ORDER BY conversions DESC`,
  },
  {
    id: 'money-by-currency',
    title: 'Revenue and profit of each month, by currency',
    query: `SELECT toStartOfMonth(converted_at) AS month, currency, countIf(NOT is_refund) AS conversions,
  sum(revenue) AS revenue, sum(profit) AS profit
FROM conversions
GROUP BY month, currency
ORDER BY month DESC, currency`,
  },
  {
    id: 'refunds',
    title: 'The share of revenue that was given back',
    query: `SELECT currency, sumIf(revenue_cents, NOT is_refund) / 100 AS sold,
  -sumIf(revenue_cents, is_refund) / 100 AS refunded,
  round(if(sold = 0, 0, 100 * refunded / sold), 1) AS percent
FROM conversions
GROUP BY currency
ORDER BY sold DESC`,
  },
  {
    id: 'trust',
    title: 'How sure the recorded revenue is',
    query: `SELECT trust, currency, count() AS conversions, sum(revenue) AS revenue
FROM conversions
WHERE NOT is_refund
GROUP BY trust, currency
ORDER BY currency, revenue DESC`,
  },
  {
    id: 'moving-average',
    title: 'Clicks a day with the average of seven days',
    query: `SELECT day, clicks,
  round(avg(clicks) OVER (ORDER BY day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW), 1) AS average
FROM (SELECT day, sum(clicks) AS clicks FROM daily GROUP BY day)
WHERE day >= today() - 60
ORDER BY day`,
  },
  {
    id: 'all-time',
    title: 'All clicks and conversions since the beginning, by year',
    query: `SELECT toYear(day) AS year, sum(clicks) AS clicks, sum(bot_clicks) AS bot_clicks,
  sum(conversions) AS conversions, sum(usd_revenue_cents) / 100 AS usd_revenue
FROM daily
GROUP BY year
ORDER BY year`,
  },
  {
    id: 'new-and-returning',
    title: 'Visitors of more than one link on the same day',
    query: `SELECT toDate(clicked_at) AS day, countIf(links > 1) AS several, count() AS visitors
FROM (SELECT visitor_id, clicked_at, uniqExact(link_id) OVER (
    PARTITION BY toDate(clicked_at), visitor_id) AS links
  FROM clicks
  WHERE class = 'human' AND visitor_id != 0 AND clicked_at >= today() - 30)
GROUP BY day
ORDER BY day`,
  },
  {
    id: 'bots',
    title: 'Which share of visits comes from bots, by link',
    query: `SELECT l.short_url, count() AS visits, countIf(c.class != 'human') AS bots,
  round(100 * bots / visits, 1) AS percent
FROM clicks AS c
INNER JOIN links AS l ON l.link_id = c.link_id
WHERE c.clicked_at >= today() - 30
GROUP BY l.short_url
ORDER BY bots DESC
LIMIT 20`,
  },
  {
    id: 'silent-links',
    title: 'Active links that nobody has visited for 30 days',
    query: `SELECT short_url, title, created_at
FROM links
WHERE is_active AND link_id NOT IN (
  SELECT link_id FROM clicks WHERE class = 'human' AND clicked_at >= today() - 30)
ORDER BY created_at`,
  },
  {
    id: 'devices',
    title: 'Devices, browsers and systems in one list',
    query: `SELECT device, browser, os, count() AS clicks
FROM clicks
WHERE class = 'human' AND clicked_at >= today() - 30
GROUP BY GROUPING SETS ((device), (device, browser), (device, browser, os))
ORDER BY clicks DESC
LIMIT 50`,
  },
  {
    id: 'week-against-week',
    title: 'This week against the week before, by referring page',
    query: `SELECT if(referrer = '', 'Direct', referrer) AS page,
  countIf(clicked_at >= today() - 6) AS this_week,
  countIf(clicked_at < today() - 6) AS week_before, this_week - week_before AS change
FROM clicks
WHERE class = 'human' AND clicked_at >= today() - 13
GROUP BY page
ORDER BY abs(change) DESC
LIMIT 20`,
  },
  {
    id: 'first-day',
    title: 'Clicks of each link in its first 24 hours',
    query: `SELECT l.short_url, l.created_at,
  countIf(c.class = 'human' AND c.clicked_at < l.created_at + INTERVAL 1 DAY) AS first_day
FROM links AS l
LEFT JOIN clicks AS c ON c.link_id = l.link_id
GROUP BY l.short_url, l.created_at
ORDER BY first_day DESC
LIMIT 50`,
  },
  {
    id: 'rate',
    title: 'Conversion rate of each link that tracks conversions',
    query: `SELECT l.short_url, sum(d.clicks) AS clicks, sum(d.conversions) AS conversions,
  round(if(clicks = 0, 0, 100 * conversions / clicks), 1) AS percent
FROM links AS l
INNER JOIN daily AS d ON d.link_id = l.link_id
WHERE l.tracks_conversions
GROUP BY l.short_url
ORDER BY percent DESC`,
  },
];
