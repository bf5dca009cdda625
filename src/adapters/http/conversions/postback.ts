import { Elysia } from 'elysia';
import type { ReportPorts } from '#core/conversions/ports';
import { receivePostback } from '#core/conversions/reports/receive-postback';
import { invalid } from '#core/shared/refusal';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { bearerOf } from '#adapters/http/sign-in/keyed';

/**
 * Reports from servers: as query parameters, as a form, or as a JSON object. `addressOf` gives the
 * client's network address, empty when unknown.
 */
export function postbackRoutes(ports: ReportPorts, addressOf: (request: Request) => string) {
  const answer = async (request: Request, fields: Fields) => {
    const [value, payout] = [amountOf(fields, 'value'), amountOf(fields, 'payout')];
    const hasBoth = value !== '' && payout !== '';
    const status = await receivePostback(ports, {
      cid: textOf(fields, 'cid'),
      name: textOf(fields, 'link'),
      report: {
        event: textOf(fields, 'event'),
        value: value || payout,
        currency: textOf(fields, 'currency'),
        orderId: textOf(fields, 'order_id') || textOf(fields, 'txid'),
      },
      profit: amountOf(fields, 'profit') || (hasBoth ? payout : ''),
      status: textOf(fields, 'status'),
      refundId: textOf(fields, 'refund_id'),
      secret: textOf(fields, 'secret'),
      key: bearerOf(request),
      isTest: textOf(fields, 'test') === '1' || request.method === 'HEAD',
      network: addressNetwork(addressOf(request)),
    });
    return { status };
  };

  return new Elysia({ name: 'postback' })
    .get('/api/postback', ({ request, query }) => answer(request, query))
    .post('/api/postback', ({ request, query, body }) =>
      answer(request, { ...query, ...fieldsOf(body) }),
    );
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(body: unknown): Fields {
  if (body === null || body === undefined) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return { ...body };
  throw invalid({ path: '', message: 'Send a form or a JSON object' });
}

/** A number is rounded to cents: a sum of amounts can be 25.939999999999998. */
function amountOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'number' ? value.toFixed(2) : textOf(fields, name);
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  // JSON rounds a longer number, so two order ids could become equal.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalid({ path: name, message: 'Send numbers of more than 15 digits as text' });
  }
  if (typeof value === 'number') return String(value);
  throw invalid({ path: name, message: 'Send text or a number' });
}
