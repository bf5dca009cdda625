/** The screens that `g` and a second key open. */
export const goKeys = [
  { key: 'd', screen: 'home' },
  { key: 'l', screen: 'links' },
  { key: 't', screen: 'splitTests' },
  { key: 'a', screen: 'analytics' },
  { key: 'c', screen: 'conversions' },
  { key: 's', screen: 'settings' },
] as const;
