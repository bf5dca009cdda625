import { Bulk } from '#contract/links/bulk';
import { Import } from '#contract/links/imports';
import {
  AlertOfEvent,
  DomainOfEvent,
  LinkOfEvent,
  LinkRef,
  SplitTestOfEvent,
} from '#contract/webhooks/payloads';
import { Webhook } from '#contract/webhooks/webhooks';
import { shownAlarm } from '#core/alerts/own-alerts';
import { shownFacts } from '#core/clicks/shown-facts';
import { statusOf } from '#core/domains/domain';
import { shownImport } from '#core/links/imports/shown-import';
import { noLabels } from '#core/links/labels';
import { shortUrlOf } from '#core/links/link-domain';
import { shownLink } from '#core/links/shown-link';
import type { SplitTest } from '#core/split-tests/ports';
import { saidOf } from '#core/split-tests/shown-test';
import { notFound } from '#core/shared/refusal';
import type { Events, StoredEvent, WebhookPorts, Webhooks } from './ports.ts';

/** Limit of a body in bytes; a longer one gets ids alone. */
const longestBody = 20 * 1024;

/** What bodies are written from. */
export type Writing = Pick<
  WebhookPorts,
  'clicks' | 'links' | 'domains' | 'imports' | 'bulk' | 'splitTests' | 'alerts' | 'shortUrl'
> & {
  readonly webhooks: Pick<Webhooks, 'find'>;
  readonly events: Pick<Events, 'find' | 'writeBody'>;
};

/** What an event says: all of it, and the ids alone. */
type Data = { readonly full: object | null; readonly ids: object };

/**
 * The event's body. It is written once, when the event is first sent, so every attempt sends the same
 * text; when its link has been deleted since, ids alone. Refuses `not_found` when the event is gone.
 */
export async function bodyOf(ports: Writing, event: StoredEvent): Promise<string> {
  return bodyBy(ports, event, ports.events.writeBody);
}

/** The event's body as it was sent, or as it would be sent now. Stores nothing. */
export async function bodyNow(ports: Writing, event: StoredEvent): Promise<string> {
  return bodyBy(ports, event, async (_event, { body }) => body);
}

type Written = { readonly body: string; readonly isThin: boolean };

async function bodyBy(
  ports: Writing,
  event: StoredEvent,
  store: Writing['events']['writeBody'],
): Promise<string> {
  if (event.body !== null) return event.body;
  const data = await dataOf(ports, event);
  if (data !== null && event.type === 'clicks.recorded') return writtenBody(event, data).body;
  const body = data && (await store(event, writtenBody(event, data)));
  if (body !== null) return body;
  // Its link was deleted meanwhile: the stored event has the names of the link now.
  const now = await ports.events.find(event.userId, event.id);
  if (now === null || now.isThin === event.isThin) throw notFound();
  return bodyBy(ports, now, store);
}

function writtenBody(event: StoredEvent, { full, ids }: Data): Written {
  const body = full && bodyText(event, { data: full });
  return body !== null && fits(body)
    ? { body, isThin: event.isThin }
    : { body: bodyText(event, { isThin: true, data: ids }), isThin: true };
}

/** Whether a body is short enough to be sent. */
export function fits(body: string): boolean {
  return new TextEncoder().encode(body).length <= longestBody;
}

export function bodyText(
  { id, type, happenedAt: timestamp }: Pick<StoredEvent, 'id' | 'type' | 'happenedAt'>,
  more: object,
): string {
  return JSON.stringify({ id, type, timestamp, apiVersion: 'v1', ...more });
}

/** Null: the event's link has been deleted since the event was read. */
async function dataOf(ports: Writing, event: StoredEvent): Promise<Data | null> {
  const { linkId, subject, type } = event;
  if (subject.clicks !== undefined) return clicksData(ports, event, subject.clicks);
  const link = linkId === null ? undefined : await linkOf(ports, event, linkId);
  if (link === null) return null;
  const { id } = subject;
  const thing = id === undefined ? undefined : await thingOf(ports, event, id);
  const ids = { ...(thing && { [thing.name]: { id } }), ...(link && { link: link.ids }) };
  if (type === 'link.deleted' && !event.isThin) return { full: ids, ids };
  const isWhole = link?.full !== null && thing?.full !== null;
  const full = {
    ...(thing?.full && { [thing.name]: thing.full }),
    ...(link?.full && { link: link.full }),
    ...(!link && thing?.name === 'alert' && { link: null }),
    ...(type === 'link.updated' && { changed: changedFields(subject) }),
  };
  return { full: isWhole ? full : null, ids };
}

/** Clicks are read each time: those of deleted links are left out. */
async function clicksData(
  { clicks, links }: Writing,
  { userId }: StoredEvent,
  { part, parts, most, ...batch }: NonNullable<StoredEvent['subject']['clicks']>,
): Promise<Data> {
  const found = await clicks.ofPart(userId, { ...batch, first: (part - 1) * most, most });
  const linkIds = [...new Set(found.map(({ linkId }) => linkId))];
  const known = new Set((await links.some(userId, linkIds)).map(({ id }) => id));
  const shown = found
    .filter(({ linkId }) => known.has(linkId))
    .map(({ atMs, ...click }) => ({ ...click, ...shownFacts({ atMs, ...click }) }));
  return {
    full: { clicks: shown, part, parts },
    ids: { clicks: shown.map(({ id, linkId }) => ({ id, linkId })), part, parts },
  };
}

/** The link as it is now, or its names when it is gone. */
async function linkOf(
  { links, shortUrl: shortOrigin }: Writing,
  { userId, subject }: StoredEvent,
  id: string,
) {
  if (subject.link !== undefined) {
    const { name, host, externalId } = subject.link;
    return { full: null, ids: { id, externalId, shortUrl: shortUrlOf(shortOrigin, host, name) } };
  }
  const link = await links.find(userId, id);
  if (link === null) return null;
  const labels = (await links.labelsOf(userId, [id])).get(id) ?? noLabels;
  const shown = shownLink(link, labels, shortOrigin);
  return { full: pick(LinkOfEvent.shape, shown), ids: pick(LinkRef.shape, shown) };
}

/** What an event is about that is no link, as it is now. `full` is null when it is gone. */
async function thingOf(ports: Writing, { userId, type }: StoredEvent, id: string) {
  const shown = (name: string, shape: object, found: object | null | undefined) => {
    return { name, full: found ? pick(shape, found) : null };
  };
  switch (type) {
    case 'webhook.test':
      return shown('webhook', Webhook.shape, await ports.webhooks.find(userId, id));
    case 'domain.verified':
    case 'domain.failing': {
      const domain = (await ports.domains.of(userId)).find((each) => each.id === id);
      const seen = domain && { ...domain, domain: domain.host, status: statusOf(domain) };
      return shown('domain', DomainOfEvent.shape, seen);
    }
    case 'import.finished': {
      const run = await ports.imports.find(userId, id);
      return shown('import', Import.shape, run && shownImport(run));
    }
    case 'bulk_action.finished': {
      const run = await ports.bulk.find(userId, id);
      return shown('bulkAction', Bulk.shape, run && { ...run, action: run.kind });
    }
    case 'split_test.decided':
    case 'split_test.withdrawn': {
      const test = await ports.splitTests.find(userId, id);
      return shown('splitTest', SplitTestOfEvent.shape, test && shownTest(test));
    }
    case 'alert.raised':
    case 'alert.ended': {
      const alert = await ports.alerts.ofAlarm(userId, id);
      const seen =
        alert && shownAlarm(alert, { isEnd: type === 'alert.ended', shortUrl: ports.shortUrl });
      return shown('alert', AlertOfEvent.shape, seen);
    }
    case 'conversion.created':
    case 'conversion.updated':
    case 'conversion.deleted':
    case 'refund.created':
      return { name: 'conversion', full: null };
    default:
      throw new Error(`An event of the type ${type} is about a link alone`);
  }
}

function shownTest(test: SplitTest) {
  const destinations = test.destinations.length;
  return {
    ...test,
    ...saidOf({ ...test, destinations }),
    destinations,
    isRunning: test.endedAt === null,
  };
}

function changedFields({ changed = [] }: StoredEvent['subject']): readonly string[] {
  return [...new Set(changed.map(fieldOf))].sort();
}

/** The fields that the schema names; others may be secret. */
export function pick(shape: object, from: object) {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, Reflect.get(from, name)]));
}

const fieldNames: Readonly<Record<string, string>> = {
  domain_id: 'domain',
};

/** The field of a link that a column holds. */
function fieldOf(column: string): string {
  return (
    fieldNames[column] ??
    column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  );
}
