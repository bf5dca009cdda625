// Only plain values, because the first screens use them without loading schemas.

/** The texts that an owner writes on a link, each with its limit in characters. */
export const linkTexts = { title: 200, description: 1000, notes: 5000 } as const;
/** The texts of a link's previews, each with its limit in characters. */
export const previewTexts = { previewTitle: 120, previewText: 300 } as const;

export type LinkText = keyof typeof linkTexts;

/** The names of such texts, in their order. */
export function namesOfTexts<Name extends string>(limits: Readonly<Record<Name, number>>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object's own names
  return Object.keys(limits) as Name[];
}

/** One value for each of such texts. */
export function eachText<Name extends string, Value>(
  limits: Readonly<Record<Name, number>>,
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  const values = namesOfTexts(limits).map((name) => [name, valueOf(name)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each name
  return Object.fromEntries(values) as Record<Name, Value>;
}

/**
 * Limit of links that an export may name by their ids. Many proxies take addresses of up to 8 KB, which
 * has room for these ids even when each comma between them takes three bytes.
 */
export const mostExported = 200;
export const longestAlias = 50;
/** Limit of the length of a destination in its ASCII form. */
export const longestUrl = 2048;
export const mostSplitTestUrls = 4;
/** The largest number of clicks after which a link can expire. */
export const mostClicks = 1_000_000_000;
/** Lengths of a link's password, in characters. */
export const passwordLength = { min: 4, max: 128 };
/** Limit of rules of one link. */
export const mostRules = 20;
/** Limit of values in each list of a rule. */
export const mostRuleValues = 60;
export const largestRuleId = 2_147_483_647;

/** The devices that a rule can name. */
export const ruleDevices = ['desktop', 'mobile', 'tablet', 'other'] as const;
export type RuleDevice = (typeof ruleDevices)[number];
/** The operating systems that a rule can name. `ios` includes iPads. */
export const ruleSystems = ['ios', 'android', 'windows', 'macos', 'linux', 'chromeos'] as const;
export type RuleSystem = (typeof ruleSystems)[number];

/** Limit of tags of one link. */
export const mostTagsOfLink = 20;
/** Limit of the length of a tag's or folder's name, in characters. */
export const longestLabelName = 50;
/** Limit of the length of one UTM parameter of a template, in UTF-16 units. */
export const longestUtmValue = 200;

/** The form of an alias. */
export const aliasPattern = /^[A-Za-z0-9_-]+$/;
/** A host with a dot, and optionally a port, as people type it: `shop.example/sale`. It gets https. */
export const bareUrl = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+(:\d{1,5})?([/?#]|$)/u;

/** Messages about wrong fields: the server sends them, and the form shows them before it sends. */
export const linkComplaints = {
  url: 'Please enter a valid URL',
  longUrl: 'Use a URL of at most 2,048 characters',
  alias: 'Use letters, numbers, hyphens and underscores only',
  time: 'Please enter a valid date',
  clicks: 'Use a whole number from 1 to 1,000,000,000',
  fewDestinations: 'A split test needs at least two destinations',
  noProfit: 'Enter the profit per sale',
  emptyRule: 'Choose a device, a system, a country or a language',
} as const;

/** Says that a text has fewer characters than it needs. */
export function tooShort(least: number): string {
  return `Use at least ${least} characters`;
}

/** Says that a text has more characters than it may have. */
export function tooLong(most: number): string {
  return `Use at most ${most} characters`;
}
