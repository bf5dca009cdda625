import type { UntoldAlarm } from '#core/alerts/ports';

const at = new Date('2026-11-27T10:00:00Z');

/** An alert of the whole account that was raised; tests name only the fields that they need. */
export function aRaisedAlert(change: Partial<UntoldAlarm['alert']> = {}): UntoldAlarm['alert'] {
  return {
    id: 'alert',
    userId: 'owner',
    linkId: null,
    tagId: null,
    campaign: null,
    measure: 'clicks',
    kind: 'above',
    bound: 5,
    per: 'day',
    timeZone: 'UTC',
    isMailed: true,
    isEnabled: true,
    linkTitle: null,
    linkName: null,
    tagName: null,
    createdAt: at,
    trouble: null,
    last: {
      id: 'alarm',
      nearLinkId: null,
      beganAt: at,
      until: at,
      seen: 6,
      expected: null,
      raisedAt: at,
      endedAt: null,
    },
    ...change,
  };
}
