/** Whether a name is reserved for the application, also when it is disguised. */
export type IsReserved = (name: string) => boolean;

/** Names that are reserved, whether or not a route exists for them yet. */
const words = [
  // screens
  ...['login', 'logout', 'signup', 'register', 'payment', 'subscribe', 'forgot-password'],
  ...['reset-password', 'verify', 'reset', 'dashboard', 'analytics', 'links', 'conversions'],
  ...[
    'public',
    'split-tests',
    'tracking',
    'settings',
    'billing',
    'support',
    'profile',
    'account',
    'design',
    'admin',
    'app',
  ],
  // machines
  ...[
    'sql',
    'clickhouse',
    'internal',
    'go',
    'qr',
    'd',
    'api',
    'assets',
    'static',
    'health',
    'healthz',
    'ready',
    'readyz',
    'ping',
    'metrics',
    'events',
  ],
  ...['track', 'pixel', 'postback', 'webhook', 'webhooks', 'stripe', 'oauth', 'auth', 'www'],
  ...[
    'wp.js',
    'service-worker.js',
    'robots.txt',
    'sitemap.xml',
    'llms.txt',
    'favicon.ico',
    'index.html',
    '.well-known',
  ],
  // usual pages of a service
  ...['docs', 'help', 'about', 'blog', 'pricing', 'terms', 'privacy', 'abuse', 'report', 'status'],
];

/**
 * A longer name is never reserved: the following code takes time that grows with the square of the
 * length.
 */
const longestDisguise = 200;

/** The reserved names, as `fold` returns them. */
export const reservedWords: ReadonlySet<string> = new Set(words);

/** Reserves the names above; those that begin with an underscore are reserved for the product. */
export const isReservedWord: IsReserved = (name) => {
  if (name.length > longestDisguise) return false;
  const folded = fold(name);
  return folded.startsWith('_') || reservedWords.has(folded);
};

/**
 * Removes disguises: percent-encoding, compatibility characters, case, slashes and dots around the
 * name. A name without them returns at once, because every redirect calls this.
 */
function fold(name: string): string {
  const lower = name.toLowerCase();
  if (/^[a-z\d_-]*$/.test(lower)) return lower;

  return name
    .replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s/]+/, '')
    .replace(/[\s/.]+$/, '');
}
