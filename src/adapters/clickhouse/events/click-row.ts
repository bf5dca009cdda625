import type { Click } from '#core/clicks/click';

/** The table's columns in the order in which `clickRow` writes them. */
export const clickColumns = [
  'user_id',
  'link_id',
  'clicked_at',
  'click_id',
  'class',
  'split_version',
  'variant',
  'position',
  'visitor_id',
  'country',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'referrer_url',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'ip_address',
  'user_agent',
  'batch',
] as const;

const special = /[\\\t\n\r]/;
const specials = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One click as one row in ClickHouse's TabSeparated, newline included. */
export function clickRow(click: Click, batchId: string): string {
  return `${click.userId}\t${click.linkId}\t${instant(click.atMs)}\t${click.clickId}\t${click.class}\t${click.splitVersion}\t${click.variant}\t${click.position}\t${click.visitorId}\t${text(click.country)}\t${text(click.city)}\t${click.device}\t${text(click.browser)}\t${text(click.os)}\t${text(click.referrer)}\t${text(click.referrerUrl)}\t${text(click.utmSource)}\t${text(click.utmMedium)}\t${text(click.utmCampaign)}\t${text(click.utmTerm)}\t${text(click.utmContent)}\t${text(click.ipAddress)}\t${text(click.userAgent)}\t${batchId}\n`;
}

/** A DateTime64(3) in UTC. */
function instant(atMs: number): string {
  return new Date(atMs).toISOString().replace('T', ' ').slice(0, -1);
}

function text(value: string): string {
  return special.test(value) ? value.replace(specials, (found) => escapes[found] ?? found) : value;
}
