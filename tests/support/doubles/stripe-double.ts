import { createHmac } from 'node:crypto';
import {
  doublePrice,
  invoiceOf,
  lastInvoiceOf,
  monthlyPrice,
  stripeDeeds,
  stripeState,
  type StripeEvent,
  type StripeState,
} from './stripe-state.ts';

export const stripeKey = 'sk_test_double';
export const liveStripeKey = 'sk_live_double';
export const publishableKey = 'pk_test_double';
export const webhookSecrets = ['whsec_new', 'whsec_old'];

/** The environment of a Waypost (`waypost-with-stripe.ts`) that uses the double at `url`. */
export function stripeEnv({ url }: { readonly url: string }) {
  return {
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets.join(),
    STRIPE_MONTHLY_PRICE: monthlyPrice,
    STRIPE_ORIGIN: url,
  };
}

type Form = Readonly<Record<string, string>>;
type Answer = { readonly status: number; readonly body: object };
/** How a request fails: with its own response, or without a response after it took effect. */
export type Trouble = 'error' | 'too many' | 'no answer after the effect' | 'no answer';

/** A Stripe on its own port that stores objects, checks requests, and fails on demand. */
export function stripeDouble(nowMs: () => number = Date.now, { isLive = false } = {}) {
  const state = stripeState(nowMs, isLive);
  const ownKey = isLive ? liveStripeKey : stripeKey;
  const kept = new Map<string, { readonly asked: string; readonly answer: Answer }>();
  const troubles: Trouble[] = [];
  const complaints: string[] = [];
  const meanwhile = new Map<string, () => Promise<unknown>>();

  const answerTo = async (request: Request): Promise<Answer> => {
    const url = new URL(request.url);
    const text = await request.text();
    const form = Object.fromEntries(
      new URLSearchParams(request.method === 'GET' ? url.search : text),
    );
    const call = `${request.method} ${url.pathname}`;
    const asked = `${call} ${text}`;
    const key = request.headers.get('idempotency-key');
    complaints.push(...complaintsAbout(request, key, ownKey).map((what) => `${asked}: ${what}`));
    const before = key === null ? undefined : kept.get(key);
    if (before && before.asked !== asked) return problem(400, 'idempotency_error');
    const answer = before?.answer ?? perform(state, call, form);
    if (key !== null) kept.set(key, { asked, answer });
    const elsewhere = meanwhile.get(call);
    meanwhile.delete(call);
    await elsewhere?.();
    return answer;
  };

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const trouble = troubles.shift();
      if (trouble === 'error') return respond(problem(500, 'api_error'));
      if (trouble === 'too many') return respond(problem(429, 'rate_limit'));
      if (trouble === 'no answer') return never(request.signal);
      const answer = await answerTo(request);
      return trouble === undefined ? respond(answer) : never(request.signal);
    },
  });

  return {
    url: `http://127.0.0.1:${server.port}`,
    state,
    deeds: stripeDeeds(state),
    /** Our requests that Stripe would not accept. */
    complaints,
    /** The failures of the next requests, in this order. */
    troubles,
    /** What happens elsewhere before the next call `POST /v1/customers` is answered, by the call. */
    meanwhile,
    stop: () => server.stop(true),
  };
}

/** The webhook request of an event: its body and its signature. */
export function signedWebhook(
  event: StripeEvent,
  { secret = 'whsec_new', atMs = Date.now() }: { secret?: string; atMs?: number } = {},
): { readonly body: string; readonly signature: string } {
  const body = JSON.stringify({ ...event, api_version: '2026-10-28.endive' }, null, 2);
  const at = Math.floor(atMs / 1000);
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { body, signature: `t=${at},v1=${v1}` };
}

function complaintsAbout(request: Request, key: string | null, ownKey: string): string[] {
  const isCreation = request.method === 'POST' && !/\/(pi|sub)_[^/]+/.test(request.url);
  const { headers } = request;
  return [
    ...(headers.get('authorization') === `Bearer ${ownKey}` ? [] : ['not our key']),
    ...(headers.get('stripe-version') === '2026-10-28.endive' ? [] : ['another version']),
    ...(isCreation && key === null ? ['no idempotency key'] : []),
    ...(headers.has('x-stripe-client-telemetry') ? ['telemetry'] : []),
  ];
}

function never(signal: AbortSignal): Promise<Response> {
  const { promise, reject } = Promise.withResolvers<Response>();
  signal.addEventListener('abort', () => reject(new Error('gone')), { once: true });
  return promise;
}

function respond({ status, body }: Answer): Response {
  return Response.json(body, { status, headers: { 'request-id': 'req_double' } });
}

function problem(status: number, type: string, code = type): Answer {
  return { status, body: { error: { type, code, message: `the double says ${code}` } } };
}

const missing = problem(404, 'invalid_request_error', 'resource_missing');
const noCustomer: Answer = {
  status: 400,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: 'No such customer',
    },
  },
};

/** One call of the API, by its method and path. */
function perform(state: StripeState, call: string, form: Form): Answer {
  const [, method = '', kind = '', id = '', act = ''] =
    /^(\w+) \/v1\/([\w/]*?)(?:\/(\w+_\w+)(?:\/(\w+))?)?$/.exec(call) ?? [];
  switch (`${method} ${kind}`) {
    case 'POST payment_intents':
      return id === '' ? openPayment(state, form) : payment(state, id, act);
    case 'GET payment_intents':
      return payment(state, id, '');
    case 'POST customers':
      return newCustomer(state);
    case 'GET customers':
      if (!state.customers.has(id)) return missing;
      return list([
        { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 } },
      ]);
    case 'GET prices':
      return state.prices.has(id) ? ok({ ...state.prices.get(id) }) : missing;
    case 'POST subscriptions':
    case 'GET subscriptions':
    case 'DELETE subscriptions':
      return subscriptions(state, { method, id, form });
    case 'GET invoices':
      if (!state.customers.has(form['customer'] ?? '')) return noCustomer;
      return list(
        state.invoices.filter(({ customer }) => customer === form['customer']).map(shown),
      );
    case 'GET invoice_payments':
      return list(invoicesPaidBy(state, form['payment[payment_intent]'] ?? ''));
    case 'GET disputes':
      return list([
        { status: state.payments.get(form['payment_intent'] ?? '')?.charge?.disputeStatus },
      ]);
    case 'POST refunds':
      stripeDeeds(state).refund(form['payment_intent'] ?? '');
      return ok({ id: state.newId('re'), object: 'refund' });
    case 'POST billing_portal/sessions':
      if (!state.customers.has(form['customer'] ?? '')) return noCustomer;
      return ok({
        id: 'bps_1',
        url: `https://billing.stripe.com/session/${form['customer']}?${new URLSearchParams({ back: form['return_url'] ?? '' })}`,
      });
    case 'GET events':
      return eventsPage(state, form);
    default:
      return problem(404, 'invalid_request_error', `unknown call ${call}`);
  }
}

function ok(body: object): Answer {
  return { status: 200, body };
}

function list(data: readonly object[], has_more = false): Answer {
  return ok({ object: 'list', data, has_more });
}

function newCustomer(state: StripeState): Answer {
  const id = state.newId('cus');
  state.customers.add(id);
  return ok({ id });
}

function openPayment(state: StripeState, form: Form): Answer {
  const purchase = form['metadata[purchase]'] ?? '';
  const payment_ = state.newPayment(Number(form['amount']), form['currency'] ?? '', { purchase });
  return payment(state, payment_.id, '');
}

function payment(state: StripeState, id: string, act: string): Answer {
  const found = state.payments.get(id);
  if (!found) return missing;
  if (act === 'cancel') {
    found.status = 'canceled';
    state.tell('payment_intent.canceled', { id });
  }
  const { charge, ...rest } = found;
  return ok({ ...rest, latest_charge: charge && { id: `ch_${id}`, ...charge } });
}

type SubscriptionCall = { readonly method: string; readonly id: string; readonly form: Form };

function subscriptions(state: StripeState, { method, id, form }: SubscriptionCall): Answer {
  const isNew = method === 'POST' && id === '';
  if (isNew && !state.customers.has(form['customer'] ?? '')) return noCustomer;
  const found = isNew
    ? state.newSubscription(form['customer'] ?? '', form['items[0][price]'] ?? '')
    : state.subscriptions.get(id);
  if (!found) return missing;
  if (method === 'DELETE') stripeDeeds(state).end(id);
  const wish = form['cancel_at_period_end'];
  if (wish !== undefined) found.cancel_at_period_end = wish === 'true';
  if (form['cancel_at'] === '') found.cancel_at = null;

  const { price: _, current_period_end, items: changed, ...rest } = found;
  const data = changed ?? [{ price: doublePrice, quantity: 1 }];
  const items = {
    data: data.map((item) => ({ discounts: [], ...item, current_period_end })),
    has_more: false,
  };
  const latest_invoice = shown(lastInvoiceOf(state, found.id));
  const secret = state.payments.get(latest_invoice.paymentId)?.client_secret;
  const confirmation_secret = { client_secret: secret };
  return ok({
    currency: doublePrice.currency,
    discounts: [],
    ...rest,
    object: 'subscription',
    items,
    latest_invoice: { ...latest_invoice, confirmation_secret },
  });
}

function shown(invoice: StripeState['invoices'][number]) {
  const { paymentId, status } = invoice;
  const paid = { status, payment: { type: 'payment_intent', payment_intent: paymentId } };
  const price = { total: doublePrice.unit_amount, currency: 'usd', hosted_invoice_url: null };
  return { ...invoice, ...price, payments: { data: [paid] } };
}

function invoicesPaidBy(state: StripeState, paymentId: string): object[] {
  const invoice = invoiceOf(state, paymentId);
  if (invoice === null) return [];
  const parent = { subscription_details: { subscription: invoice.subscription } };
  return [{ id: 'inpay_1', invoice: { id: invoice.id, object: 'invoice', parent } }];
}

/** Newest first, two per page, so that paging is needed. */
function eventsPage(state: StripeState, form: Form): Answer {
  const since = Number(form['created[gte]'] ?? 0);
  const wanted = state.events.filter(({ created }) => created >= since).toReversed();
  const start = wanted.findIndex(({ id }) => id === form['starting_after']) + 1;
  return list(wanted.slice(start, start + 2), wanted.length > start + 2);
}
