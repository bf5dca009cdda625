import { join } from 'node:path';
import { publishableKey } from '#tests/support/doubles/stripe-double';
import { stripeDeeds, type StripeState } from '#tests/support/doubles/stripe-state';

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** The bank asks in a frame over the page … */
  askingBack: '4000002500003155',
  /** … or on its own page. */
  leadingAway: '4000000000003063',
} as const;

type Form = URLSearchParams;

/**
 * Stripe as browsers see it: its script, its frames, its API for publishable keys, its bank and its
 * portal, each under its host's name as the first part of the path.
 */
export async function stripeSite(state: StripeState) {
  const [script, frame] = await Promise.all([bundled('stripe-js.ts'), bundled('stripe-frame.ts')]);
  const deeds = stripeDeeds(state);
  const methods = new Map<string, string>();
  /** The return address of each payment. */
  const returns = new Map<string, string>();
  const complaints: string[] = [];

  const paymentOf = (id: string, form: Form) => {
    const payment = state.payments.get(id);
    const isTheirs = form.get('key') === publishableKey;
    if (!isTheirs) complaints.push(`a browser came with the key ${form.get('key')}`);
    return isTheirs && payment?.client_secret === form.get('client_secret') ? payment : undefined;
  };

  function confirm(id: string, form: Form): Response {
    const payment = paymentOf(id, form);
    if (payment === undefined) return failure(404, 'invalid_request_error', 'No such payment.');
    if (payment.status === 'succeeded' || payment.status === 'canceled') {
      const text = "This payment's status is not one in which it can be confirmed.";
      return failure(400, 'invalid_request_error', text, shown(id));
    }
    returns.set(id, form.get('return_url') ?? '');
    switch (methods.get(form.get('payment_method') ?? '')) {
      case cards.good:
        deeds.pay(id);
        return answer(shown(id));
      case cards.askingBack:
        return asked(id, 'use_stripe_sdk');
      case cards.leadingAway:
        return asked(id, 'redirect_to_url');
      default:
        deeds.decline(id);
        return failure(402, 'card_error', 'Your card was declined.', shown(id));
    }
  }

  function asked(id: string, type: string): Response {
    const payment = state.payments.get(id);
    if (payment) payment.status = 'requires_action';
    const url = `https://hooks.stripe.com/bank/${id}`;
    return answer({ ...shown(id), next_action: { type, url } });
  }

  /** The bank's decision; returns where its own page redirects to. */
  function settle(id: string, isApproved: boolean): Response {
    const payment = state.payments.get(id);
    if (payment?.status !== 'requires_action') return new Response(null, { status: 409 });
    if (isApproved) deeds.pay(id);
    else {
      payment.status = 'requires_payment_method';
      deeds.decline(id);
    }
    const back = new URL(returns.get(id) ?? '');
    back.searchParams.set('payment_intent', id);
    back.searchParams.set('payment_intent_client_secret', payment.client_secret);
    back.searchParams.set('redirect_status', isApproved ? 'succeeded' : 'failed');
    return Response.json({ back: back.href });
  }

  function shown(id: string) {
    const payment = state.payments.get(id);
    const wasRefused = payment?.status === 'requires_payment_method';
    const last_payment_error = wasRefused
      ? { type: 'card_error', message: 'The bank did not approve the payment.' }
      : null;
    return { id, object: 'payment_intent', status: payment?.status, last_payment_error };
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/js.stripe.com/endive/stripe.js': () => text('text/javascript', script),
      '/js.stripe.com/endive/card.html': () => page(`<body><script>${frame}</script>`),
      '/api.stripe.com/v1/payment_methods': {
        POST: async (request) => {
          const id = state.newId('pm');
          const form = await formOf(request);
          methods.set(id, (form.get('number') ?? '').replaceAll(' ', ''));
          return answer({ id, object: 'payment_method' });
        },
      },
      '/api.stripe.com/v1/payment_intents/:id/confirm': {
        POST: async (request) => confirm(request.params.id, await formOf(request)),
      },
      '/api.stripe.com/v1/payment_intents/:id': (request) => {
        const { id } = request.params;
        const isTheirs = paymentOf(id, new URL(request.url).searchParams);
        return isTheirs ? answer(shown(id)) : failure(404, 'invalid_request_error', 'No payment.');
      },
      '/hooks.stripe.com/bank/:id': {
        GET: () => page(bank),
        POST: async (request) =>
          settle(request.params.id, (await formOf(request)).get('is') === 'approved'),
      },
      /** The card of a subscription is declined at its next renewal. */
      '/dashboard.stripe.com/declined-renewals/:subscription': {
        POST: (request) => answer({ payment: deeds.failRenewal(request.params.subscription) }),
      },
      '/billing.stripe.com/session/:customer': (request) => {
        const back = Bun.escapeHTML(new URL(request.url).searchParams.get('back') ?? '');
        return page(`<title>Billing</title><a href="${back}">Return to Waypost</a>`);
      },
    },
    fetch: ({ url }) => {
      complaints.push(`a browser asked for ${url}`);
      return new Response(null, { status: 404 });
    },
  });

  return { origin: `http://127.0.0.1:${server.port}`, complaints, stop: () => server.stop(true) };
}

/** In a frame it sends a message to the page around it; as its own page it redirects back. */
const bank = `<title>Your bank</title><h1>Is it you?</h1><label>Code <input></label>
<button value="approved">Approve</button> <button value="refused">Refuse</button>
<script>
  for (const button of document.querySelectorAll('button')) button.onclick = async () => {
    const body = new URLSearchParams({ is: button.value });
    const answer = await fetch(location.href, { method: 'POST', body });
    const { back } = await answer.json();
    if (parent === window) location.assign(back);
    else parent.postMessage('answered', '*');
  };
</script>`;

async function bundled(name: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, name)],
    format: 'iife',
    target: 'browser',
  });
  return outputs[0]?.text() ?? '';
}

async function formOf(request: Request): Promise<Form> {
  return new URLSearchParams(await request.text());
}

function text(type: string, body: string): Response {
  return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
}

function page(body: string): Response {
  return text('text/html', `<!doctype html><html lang="en"><meta charset="utf-8">${body}`);
}

/** Pages of every site may call it. */
function answer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'access-control-allow-origin': '*' } });
}

function failure(status: number, type: string, message: string, payment_intent?: object): Response {
  return answer({ error: { type, message, payment_intent } }, status);
}
