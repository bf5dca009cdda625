// A double of Stripe.js, served to browsers in its place. It has the functions that the card form
// calls, and is as strict as the real one. The card is in a frame of Stripe's, and the payment is
// made at its API.

const api = 'https://api.stripe.com/v1';
const frameOrigin = 'https://js.stripe.com';
const bankOrigin = 'https://hooks.stripe.com';

type Failure = { readonly type: string; readonly message: string; readonly payment_intent?: Paid };
type Paid = {
  readonly id: string;
  readonly status: string;
  readonly next_action?: { readonly type: string; readonly url: string } | null;
  readonly last_payment_error?: Failure | null;
};
type Outcome = { readonly error: Failure } | { readonly paymentIntent: Paid };
type FromFrame = {
  readonly say: 'loaded' | 'ready' | 'card';
  readonly paymentMethod?: string;
  readonly error?: Failure;
};
type Confirmation = {
  readonly elements: ReturnType<typeof elementsWith>;
  readonly confirmParams: { readonly return_url: string };
  readonly redirect?: 'if_required' | 'always';
};

function refuse(message: string): never {
  throw new Error(`IntegrationError: ${message}`);
}

function stripe(key: string) {
  if (!/^pk_test_\w+$/.test(key)) refuse(`not a publishable key: ${key}`);
  const unused = () => refuse('not what a payment form calls');

  return {
    elements: (options: { clientSecret: string; appearance?: object }) =>
      elementsWith(key, options),
    confirmPayment: (confirmation: Confirmation) => confirmPayment(key, confirmation),
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  };
}

function elementsWith(key: string, given: { clientSecret: string; appearance?: object }) {
  const { clientSecret } = given;
  if (!/^pi_\w+_secret_\w+$/.test(clientSecret)) refuse('elements() needs a client secret');
  let appearance = given.appearance ?? {};
  let fields: ReturnType<typeof cardFields> | null = null;

  return {
    clientSecret,
    create(type: string) {
      if (type !== 'payment') refuse(`no element ${type}`);
      if (fields !== null) refuse('there can be one payment element only');
      fields = cardFields(key, {
        appearance: () => appearance,
        onDestroy: () => (fields = null),
      });
      return fields;
    },
    update(options: { appearance?: object }) {
      appearance = options.appearance ?? appearance;
      fields?.draw();
    },
    mounted: () => (fields?.isMounted() ? fields : refuse('the payment element is not mounted')),
  };
}

type Owner = { appearance(): object; onDestroy(): void };

/** The frame with the card's fields, and its messages. */
function cardFields(key: string, { appearance, onDestroy }: Owner) {
  const frame = document.createElement('iframe');
  frame.title = 'Secure payment input frame';
  frame.src = `${frameOrigin}/endive/card.html#${key}`;
  Object.assign(frame.style, { width: '100%', height: '0', border: '0' });
  const listeners = new Map<string, Set<(event: object) => void>>();
  let onCard: ((card: FromFrame) => void) | null = null;
  const tell = (message: object) => frame.contentWindow?.postMessage(message, frameOrigin);
  const draw = () => tell({ ask: 'draw', appearance: appearance() });
  const receive = ({ source, origin, data }: MessageEvent<FromFrame>): void => {
    if (source !== frame.contentWindow || origin !== frameOrigin) return;
    if (data.say === 'loaded') draw();
    if (data.say === 'card') onCard?.(data);
    if (data.say !== 'ready') return;
    frame.style.height = '150px';
    for (const listener of listeners.get('ready') ?? []) listener({});
  };

  return {
    draw,
    isMounted: () => frame.isConnected,
    mount(place: Element) {
      if (frame.isConnected) refuse('it is mounted already');
      window.addEventListener('message', receive);
      place.append(frame);
    },
    unmount: () => frame.remove(),
    destroy() {
      window.removeEventListener('message', receive);
      frame.remove();
      onDestroy();
    },
    update: () => {},
    on(event: string, listener: (event: object) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off: (event: string, listener: (event: object) => void) =>
      void listeners.get(event)?.delete(listener),
    /** A reference to the typed card: the card itself stays in the frame. */
    askForCard: () =>
      new Promise<FromFrame>((resolve) => {
        onCard = resolve;
        tell({ ask: 'card' });
      }),
  };
}

async function confirmPayment(key: string, confirmation: Confirmation): Promise<Outcome> {
  const { elements, confirmParams, redirect } = confirmation;
  if (!URL.canParse(confirmParams.return_url)) refuse('return_url must be a whole address');
  const { clientSecret } = elements;
  const { paymentMethod, error } = await elements.mounted().askForCard();
  if (error) return { error };

  const path = `payment_intents/${clientSecret.split('_secret_', 1)[0] ?? ''}`;
  const sent = { key, client_secret: clientSecret };
  const first = await call(`${path}/confirm`, {
    ...sent,
    payment_method: paymentMethod ?? '',
    return_url: confirmParams.return_url,
    use_stripe_sdk: 'true',
  });
  if ('error' in first || first.paymentIntent.status !== 'requires_action') return first;
  const { type = '', url = '' } = first.paymentIntent.next_action ?? {};
  if (type === 'redirect_to_url') {
    if (redirect === undefined) refuse('this card cannot be paid with here');
    window.location.assign(url);
    return new Promise(() => {});
  }
  await secondStep(url);
  const last = await call(`${path}?${new URLSearchParams(sent)}`, null);
  const failed = 'error' in last ? null : last.paymentIntent.last_payment_error;
  return failed ? { error: failed } : last;
}

async function call(path: string, form: Record<string, string> | null): Promise<Outcome> {
  const body = form === null ? {} : { method: 'POST', body: new URLSearchParams(form) };
  try {
    const answer = await fetch(`${api}/${path}`, body);
    const read: Paid & { readonly error?: Failure } = await answer.json();
    return read.error ? { error: read.error } : { paymentIntent: read };
  } catch {
    const message = 'We are experiencing issues connecting to our payments provider.';
    return { error: { type: 'api_connection_error', message } };
  }
}

/** The bank's question, in a frame over the page until it is answered. */
function secondStep(url: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.title = 'Your bank';
  frame.src = url;
  Object.assign(frame.style, { position: 'fixed', inset: '0', zIndex: '99' });
  return new Promise((resolve) => {
    const receive = ({ source, origin }: MessageEvent<unknown>): void => {
      if (source !== frame.contentWindow || origin !== bankOrigin) return;
      window.removeEventListener('message', receive);
      frame.remove();
      resolve();
    };
    window.addEventListener('message', receive);
    document.body.append(frame);
  });
}

Object.assign(window, { Stripe: Object.assign(stripe, { version: 'endive' }) });
