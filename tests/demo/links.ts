/** A link of the demonstration account; one without an alias uses its code. */
export type DemoLink = {
  readonly path: string;
  readonly alias?: string;
  readonly title?: string;
  readonly isTest?: true;
  readonly tracks?: true;
  /** The link's fixed profit per sale. */
  readonly profitCents?: number;
  readonly fate?: 'expired' | 'paused';
  readonly tags?: readonly string[];
  readonly folder?: string;
};

const site = 'https://northwind.example';

/** Forty links of a small shop for outdoor gear, the most visited first. */
export const demoLinks: readonly DemoLink[] = [
  {
    path: '/sale/autumn',
    alias: 'autumn',
    title: 'Autumn sale',
    isTest: true,
    tracks: true,
    tags: ['Sale', 'Autumn 2026'],
    folder: 'Shop',
  },
  {
    path: '/podcast/41',
    alias: 'podcast',
    title: 'Trail Talk, episode 41',
    tracks: true,
    profitCents: 1800,
  },
  {
    path: '/newsletter/november',
    alias: 'november',
    tracks: true,
    tags: ['Newsletter'],
    folder: 'Letters',
  },
  { path: '/jackets/alpine-shell', alias: 'alpine', title: 'Alpine shell launch', isTest: true },
  { path: '/bio', alias: 'hello', title: 'Link in bio' },
  { path: '/guides/first-winter-hike?utm_source=instagram' },
  {
    path: '/black-friday',
    alias: 'friday',
    title: 'Black Friday',
    isTest: true,
    tracks: true,
    tags: ['Sale'],
    folder: 'Shop',
  },
  { path: '/app', alias: 'get-app', title: 'Get the app' },
  { path: '/stores/berlin/opening', alias: 'berlin', title: 'Berlin store opening' },
  { path: '/gift-cards', alias: 'gift', tracks: true },
  { path: '/webinar/layering-basics', alias: 'webinar', title: 'Layering basics, live' },
  { path: '/boots/ridge-mid', alias: 'ridge' },
  { path: '/careers', alias: 'jobs' },
  { path: '/press/2026', alias: 'press-kit' },
  { path: '/summer-sale', alias: 'summer', title: 'Summer sale', fate: 'expired', tracks: true },
  { path: '/blog/how-we-repair' },
  { path: '/tents/two-season', alias: 'tent' },
  { path: '/student-discount', alias: 'student', tracks: true },
  { path: '/returns' },
  { path: '/partners', alias: 'friends' },
  { path: '/events/ski-swap', alias: 'ski-swap', title: 'Ski swap at the Munich store' },
  { path: '/newsletter/october', alias: 'october' },
  { path: '/size-guide' },
  { path: '/backpacks/daylite-22', alias: 'daylite' },
  { path: '/repair-service', alias: 'repair' },
  { path: '/flyer/christmas-market', alias: 'flyer', title: 'Flyer QR code' },
  { path: '/maps/winter-trails.pdf', alias: 'trails' },
  { path: '/waitlist/merino-base', alias: 'merino', fate: 'paused' },
  { path: '/reviews' },
  { path: '/newsletter/september', alias: 'september' },
  { path: '/podcast/40' },
  { path: '/sustainability', alias: 'planet' },
  { path: '/loyalty', alias: 'loyalty' },
  { path: '/contest/photo-2026', alias: 'photo', fate: 'expired' },
  { path: '/stores' },
  { path: '/wholesale' },
  { path: '/podcast/39' },
  { path: '/faq' },
  { path: '/imprint' },
  { path: '/drafts/spring-teaser', alias: 'spring' },
];

/** The body of POST /api/links. */
export function demoWish(link: DemoLink) {
  const { path, alias, isTest, tracks, profitCents, tags, folder } = link;
  return {
    originalUrl: `${site}${path}`,
    ...(alias && { customAlias: alias }),
    ...(tracks && { trackConversions: true }),
    ...(tags && { tags }),
    ...(folder && { folder }),
    ...(profitCents && { autoTrackProfit: true, profitPerSale: profitCents }),
    ...(isTest && {
      splitTestEnabled: true,
      splitTestUrls: [`${site}${path}?hero=photo`, `${site}${path}?hero=video`],
    }),
  };
}
