import { isPublicSuffix } from '#adapters/public-suffixes/public-suffixes';
import type { Click } from '#core/clicks/click';
import { readChannels } from '#core/clicks/read-channel';
import { recordVisit } from '#core/clicks/record-visit';
import { aVisit } from './visits.ts';

const readChannel = readChannels(isPublicSuffix);

/** A typical click; its channel follows from its campaign and its referrer. */
export function aClick(change: Partial<Click> = {}): Click {
  const click: Omit<Click, 'channel'> = {
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
  return { channel: readChannel(click), ...click };
}
