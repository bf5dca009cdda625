import { LinkOfEvent, LinkRef } from '#contract/webhooks/payloads';
import { Webhook } from '#contract/webhooks/webhooks';
import { noLabels } from '#core/links/labels';
import { shortUrlOf } from '#core/links/link-domain';
import { shownLink } from '#core/links/shown-link';
import { notFound } from '#core/shared/refusal';
import type { StoredEvent, WebhookPorts } from './ports.ts';

/** Limit of a body in bytes; a longer one gets ids alone. */
export const longestBody = 20 * 1024;

type Writing = Pick<WebhookPorts, 'webhooks' | 'events' | 'links' | 'shortUrl'>;

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
  const body = data && (await store(event, writtenBody(event, data)));
  if (body !== null) return body;
  // Its link was deleted meanwhile: the stored event has the names of the link now.
  const now = await ports.events.find(event.userId, event.id);
  if (now === null || now.isThin === event.isThin) throw notFound();
  return bodyBy(ports, now, store);
}

function writtenBody(event: StoredEvent, { full, ids }: Data): Written {
  const body = full && bodyText(event, { data: full });
  const fits = body !== null && new TextEncoder().encode(body).length <= longestBody;
  return fits
    ? { body, isThin: event.isThin }
    : { body: bodyText(event, { isThin: true, data: ids }), isThin: true };
}

function bodyText({ id, type, happenedAt: timestamp }: StoredEvent, more: object): string {
  return JSON.stringify({ id, type, timestamp, apiVersion: 'v1', ...more });
}

/** Null: the event's link has been deleted since the event was read. */
async function dataOf(ports: Writing, event: StoredEvent): Promise<Data | null> {
  const { linkId, subject, type, isThin } = event;
  if (type === 'webhook.test') return testData(ports, event);
  if (linkId === null) return null;
  if (subject.link !== undefined) {
    const { name, host, externalId } = subject.link;
    const link = { id: linkId, externalId, shortUrl: shortUrlOf(ports.shortUrl, host, name) };
    return { full: isThin ? null : { link }, ids: { link } };
  }
  return linkData(ports, event, linkId);
}

/** The link as it is now. */
async function linkData(
  { links, shortUrl: shortOrigin }: Writing,
  { userId, subject, type }: StoredEvent,
  linkId: string,
): Promise<Data | null> {
  const link = await links.find(userId, linkId);
  if (link === null) return null;
  const labels = (await links.labelsOf(userId, [linkId])).get(linkId) ?? noLabels;
  const shown = { ...shownLink(link, labels, shortOrigin), externalId: null };
  const changed = [...new Set((subject.changed ?? []).map(fieldOf))].sort();
  return {
    full: {
      link: pick(LinkOfEvent.shape, shown),
      ...(type === 'link.updated' && { changed }),
    },
    ids: { link: pick(LinkRef.shape, shown) },
  };
}

async function testData({ webhooks }: Writing, { userId, subject }: StoredEvent): Promise<Data> {
  const id = subject.webhookId ?? '';
  const webhook = await webhooks.find(userId, id);
  return { full: webhook && { webhook: pick(Webhook.shape, webhook) }, ids: { webhook: { id } } };
}

/** The fields that the schema names; others may be secret. */
function pick(shape: object, from: object) {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, Reflect.get(from, name)]));
}

const fieldNames: Readonly<Record<string, string>> = {
  domain_id: 'domain',
  passwordHash: 'password',
};

/** The field of a link that a column holds. */
function fieldOf(column: string): string {
  return (
    fieldNames[column] ??
    column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  );
}
