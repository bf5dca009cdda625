import type { Click } from '#core/clicks/click';
import { recordVisit } from '#core/clicks/record-visit';
import { aVisit } from './visits.ts';

/** A typical click. */
export function aClick(change: Partial<Click> = {}): Click {
  return {
    ...recordVisit(aVisit()),
    visitorId: 42n,
    country: 'GB',
    city: 'London',
    device: 'desktop',
    browser: 'Firefox',
    os: 'Linux',
    referrer: 'news.example',
    referrerUrl: 'https://news.example/today',
    utmSource: 'letter',
    utmMedium: '',
    utmCampaign: '',
    utmTerm: '',
    utmContent: '',
    entry: 'link',
    ipAddress: '198.51.100.0',
    userAgent: 'Mozilla/5.0',
    ...change,
  };
}
