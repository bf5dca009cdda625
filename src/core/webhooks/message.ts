import { decimalFromCents } from '#core/shared/money';
import type { EventType } from '#contract/webhooks/event-types';
import { MessageBody } from '#contract/webhooks/payloads';
import type { WebhookFormat } from '#contract/webhooks/webhooks';

/** Limit of a message in Discord, in characters; Slack allows more. */
const longestMessage = 2000;

const words: Readonly<Record<EventType, string>> = {
  'link.created': 'Link created',
  'link.updated': 'Link changed',
  'link.deleted': 'Link deleted',
  'link.expired': 'Link expired',
  'link.destination_broken': 'The destination of a link is broken',
  'conversion.created': 'Conversion',
  'conversion.updated': 'Conversion changed',
  'conversion.deleted': 'Conversion removed',
  'refund.created': 'Refund',
  'clicks.recorded': 'Clicks',
  'split_test.decided': 'A split test has a winner',
  'split_test.withdrawn': 'A split test has no winner any more',
  'alert.raised': 'Alert',
  'alert.ended': 'An alert is over',
  'domain.verified': 'Domain connected',
  'domain.failing': 'The TXT record of a domain is missing',
  'import.finished': 'Import finished',
  'bulk_action.finished': 'Action on many links finished',
  'webhook.test': 'A test from Waypost',
};

/**
 * What is sent for an event's body: the body itself, or a message of one text, as the incoming
 * webhooks of Slack (`text`) and Discord (`content`) take it. Texts that people typed mention nobody.
 */
export function sentText(body: string, format: WebhookFormat): string {
  if (format === 'standard') return body;
  const text = messageOf(MessageBody.parse(JSON.parse(body))).slice(0, longestMessage);
  if (format === 'discord')
    return JSON.stringify({ content: text, allowed_mentions: { parse: [] } });
  return JSON.stringify({ text: escaped(text) });
}

/** Slack reads `<…>` as a link or a mention. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function messageOf(body: MessageBody): string {
  const { type, data } = body;
  const { conversion, clicks } = data;
  const { link, changed, domain, import: imported, bulkAction, splitTest, alert } = data;
  const about = [
    conversion?.eventType,
    conversion?.value !== undefined &&
      `${decimalFromCents(conversion.value)} ${conversion.currency}`,
    clicks && String(clicks.length),
    link?.title,
    link?.shortUrl,
    changed?.join(', '),
    domain?.domain,
    imported?.fileName,
    bulkAction?.action,
    alert?.sentence,
    splitTest?.sentence && `${splitTest.sentence.lead} ${splitTest.sentence.rest}`,
  ].filter(Boolean);
  return about.length === 0 ? words[type] : `${words[type]}: ${about.join(' · ')}`;
}
