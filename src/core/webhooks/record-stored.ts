import { Conversion } from '#contract/conversions/programs';
import { conversionTypes, type EventType } from '#contract/webhooks/event-types';
import { isRefund } from '#core/conversions/conversion';
import { conversionForPrograms } from '#core/conversions/shown-conversion';
import { shortUrl } from '#core/links/shown-link';
import { recentQueries } from '#core/notices/recent-queries';
import { bodyText, fits, pick } from './body.ts';
import type { Events, WebhookPorts } from './ports.ts';
import type {
  RecordedConversion,
  StoredClicks,
  StoredConversion,
  StoredConversions,
} from './stored.ts';

type Recording = Pick<WebhookPorts, 'events' | 'links' | 'shortUrl' | 'clock' | 'newId'> & {
  /** SHA-256 of a text: of what an event says, so that a deleted link leaves nothing of it. */
  readonly digest: (text: string) => string;
};

const conversionsAtOnce = 500;
const beginning = { receivedAtMs: 0, id: '00000000-0000-0000-0000-000000000000' };

/**
 * Records what happened to stored conversions: created, updated, deleted, refunded. Only for accounts
 * with a webhook that wants it, and of conversions that arrived since it was switched on, within the
 * last 7 days. A version that says nothing else than the one before raises no event.
 */
export function recordConversions(ports: Recording & { readonly conversions: StoredConversions }) {
  const { events, conversions, clock } = ports;
  const queryRecent = recentQueries(clock);

  return (): Promise<void> =>
    queryRecent(conversions.rows, async (sinceMs) => {
      const accounts = await events.wanting(conversionTypes);
      if (accounts.size === 0) return;
      for (let after: typeof beginning | undefined = beginning; after !== undefined;) {
        const limit = conversionsAtOnce;
        const found = await conversions.since({ accounts, sinceMs, after, limit });
        for (const [userId, own] of Map.groupBy(found, ({ userId: owner }) => owner)) {
          await recordOfAccount(ports, userId, own);
        }
        const last = found.at(-1);
        after = found.length === limit && last ? { ...last, id: last.conversion.id } : undefined;
      }
    });
}

async function recordOfAccount(
  ports: Recording,
  userId: string,
  found: readonly StoredConversion[],
): Promise<void> {
  const { events, links } = ports;
  const linkIds = [...new Set(found.map(({ conversion }) => conversion.linkId))];
  const known = new Map((await links.some(userId, linkIds)).map((link) => [link.id, link]));
  const former = await events.saidOf(
    userId,
    found.map(({ conversion }) => conversion.id),
  );
  const recorded = found.flatMap((stored): RecordedConversion[] => {
    const link = known.get(stored.conversion.linkId);
    if (link === undefined) return [];
    const shown = pick(Conversion.shape, conversionForPrograms(stored.conversion));
    const { updatedAt: _, isRemoved, ...facts } = shown;
    const said = isRemoved ? 'removed' : ports.digest(JSON.stringify(facts));
    const type = typeOf(stored, { said, former: former.get(stored.conversion.id) });
    if (type === null) return [];
    const of = {
      id: link.id,
      externalId: link.externalId,
      shortUrl: shortUrl(link, ports.shortUrl),
    };
    return [recordedOf(ports, { stored, type, said, full: { conversion: shown, link: of } })];
  });
  if (recorded.length > 0) await events.addConversions(userId, recorded);
}

/** Null: there is nothing new to say. */
function typeOf(
  { conversion }: StoredConversion,
  { said, former }: { readonly said: string; readonly former: string | undefined },
): EventType | null {
  if (former === undefined) {
    if (conversion.isRemoved) return null;
    return isRefund(conversion) ? 'refund.created' : 'conversion.created';
  }
  if (former === said) return null;
  return conversion.isRemoved ? 'conversion.deleted' : 'conversion.updated';
}

type Said = {
  readonly stored: StoredConversion;
  readonly type: EventType;
  readonly said: string;
  readonly full: { readonly conversion: object; readonly link: object };
};

function recordedOf(
  { clock, newId }: Recording,
  { stored, type, said, full }: Said,
): RecordedConversion {
  const { id: conversionId, linkId, version } = stored.conversion;
  const nowMs = clock.now();
  const event = { id: newId(nowMs), type, happenedAt: new Date(nowMs) };
  const whole = bodyText(event, { data: full });
  const isThin = !fits(whole);
  const ids = { conversion: { id: conversionId }, link: full.link };
  const body = isThin ? bodyText(event, { isThin, data: ids }) : whole;
  return { ...event, conversionId, linkId, version: String(version), said, body, isThin };
}

/** Clicks of one request. Fifty with all their fields would be longer than a body may be. */
export const clicksOfPart = 25;

/** Records new clicks of accounts with a webhook that wants them, in parts of their batch. */
export function recordClicks(ports: {
  readonly events: Pick<Events, 'wanting' | 'addClicks'>;
  readonly clicks: Pick<StoredClicks, 'rows' | 'batches'>;
  readonly clock: WebhookPorts['clock'];
}) {
  const { events, clicks, clock } = ports;
  const queryRecent = recentQueries(clock);

  return (): Promise<void> =>
    queryRecent(clicks.rows, async (sinceMs) => {
      const accounts = await events.wanting(['clicks.recorded']);
      if (accounts.size === 0) return;
      const at = new Date(clock.now());
      await events.addClicks(await clicks.batches({ accounts, sinceMs }), { clicksOfPart, at });
    });
}
