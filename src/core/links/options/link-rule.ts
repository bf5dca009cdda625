/** The devices that a rule can name. */
export const ruleDevices = ['desktop', 'mobile', 'tablet', 'other'] as const;
/** The operating systems that a rule can name. `ios` includes iPads. */
export const ruleSystems = ['ios', 'android', 'windows', 'macos', 'linux', 'chromeos'] as const;

export type RuleDevice = (typeof ruleDevices)[number];
export type RuleSystem = (typeof ruleSystems)[number];

/**
 * Sends some of a link's visitors to a destination of their own. A rule fits a visitor when each of
 * its lists is empty or has the visitor's value. The first rule of a link that fits decides.
 */
export type LinkRule = {
  /** From 1 to 2,147,483,647; unique in its link. Clicks record it. */
  readonly id: number;
  readonly devices: readonly RuleDevice[];
  readonly systems: readonly RuleSystem[];
  /** ISO 3166-1 alpha-2, in upper case. */
  readonly countries: readonly string[];
  /** ISO 639 in lower case, with or without a country: `de`, `pt-BR`. */
  readonly languages: readonly string[];
  readonly url: string;
};

/** Limit of rules per link. */
export const maxRules = 20;
/** Limit of values in each list of a rule. */
export const maxRuleValues = 60;
export const maxRuleId = 2_147_483_647;
