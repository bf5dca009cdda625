/** What a report can be narrowed by. The names are also the parameters of its address. */
export const filterNames = [
  ...(['link', 'tag', 'folder', 'country', 'city', 'device', 'browser', 'os'] as const),
  ...(['referrer', 'channel'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
  ...(['entry', 'variant', 'rule', 'class'] as const),
] as const;
export type FilterName = (typeof filterNames)[number];

/** Stands for links without a tag or a folder where links are filtered by them. */
export const unlabelled = '(none)';
