import { apiKeyRoutes } from '#adapters/http/accounts/profile';
import { frame } from '#adapters/http/frame/frame';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { conversionRoutes } from '#adapters/http/conversions/conversions';
import { trackingRoutes } from '#adapters/http/conversions/tracking';
import { mounted } from '#adapters/http/frame/on';
import type { ConversionPorts } from '#core/conversions/ports';
import { someNumbers } from '#tests/support/builders/reports';
import { appUrl, memoryLog } from '#tests/support/calls';
import { keyWorld } from './key-world.ts';
import { keptRepeats } from '#tests/support/memory/idempotent-calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { linkWorld } from '#tests/support/worlds/links/link-world';
import { reportWorld } from '#tests/support/worlds/conversions/report-world';

export const shortOrigin = 'https://go.example';

const noConversions = {
  page: { items: [], next: null, previous: null },
  rows: 0,
  links: [],
  trackingClicks: 0,
  reportedCents: 0,
  confirmedCents: 0,
};

const noAttempts = { newest: async () => [], newestUntracked: async () => [] };

/** The routes of keys, and those that accept keys, in their frame; a person's id is its cookie. */
export function keyApp(attempts: ConversionPorts['attempts'] = noAttempts) {
  const links = linkWorld();
  const keys = keyWorld(links.ports.links);
  const reports = reportWorld(links);
  const { people, session } = peopleByCookie();
  const askedBy: string[] = [];
  const log = memoryLog();
  const ports: ConversionPorts = {
    ...reports.ports,
    ...keys.postbacks,
    conversions: {
      page(userId) {
        askedBy.push(userId);
        return Promise.resolve({ items: [], next: null, previous: null });
      },
      ofOrder: async () => null,
      clickOf: async () => null,
      find: async () => null,
      revise: async () => {},
    },
    attempts,
    serialized: (_, work) => work(),
  };
  const lists: Parameters<typeof conversionRoutes>[1] = {
    appUrl,
    shortOrigin,
    heavy: heavyAnswers(),
    analytics: someNumbers({
      nowMs: Date.parse('2026-11-21T10:20:00Z'),
      links: {
        tracking({ userId }) {
          askedBy.push(userId);
          return Promise.resolve({ count: 0, among: { ids: '', isComplement: false } });
        },
        named: () => Promise.resolve(new Map()),
      },
      reports: { conversions: () => Promise.resolve(noConversions) },
    }),
  };
  const app = frame({ appUrl, log, isOutage: () => false })
    .use(mounted({ session, findKey: keys.findKey }, apiKeyRoutes(keys.ports, session)))
    .use(
      mounted({ session, findKey: keys.findKey, repeats: keptRepeats(reports.ports) }, [
        ...trackingRoutes(ports, shortOrigin),
        ...conversionRoutes(ports, lists),
      ]),
    );
  return { app, log, people, keys, links, reports, askedBy };
}
