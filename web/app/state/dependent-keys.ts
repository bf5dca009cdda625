/** Begin the keys of answers that a change of something else can also affect. */
export const dependentKeys = {
  alerts: ['alerts'],
  mailedReports: ['mailed-reports'],
  publicPages: ['public page of'],
  splitTests: ['split tests'],
  webhooks: ['webhooks'],
} as const;
