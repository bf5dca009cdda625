// The frame of the double of Stripe.js: the card's fields, which the page around them cannot read.

type Appearance = { readonly theme: string; readonly variables: Record<string, string> };
type Asked = { readonly ask: 'draw' | 'card'; readonly appearance?: Appearance };

const form = document.createElement('form');
form.addEventListener('submit', (event) => event.preventDefault());
const fields = [
  ['number', 'Card number', 'cc-number'],
  ['expiry', 'Expiration date', 'cc-exp'],
  ['cvc', 'Security code', 'cc-csc'],
] as const;
for (const [name, label, autocomplete] of fields) {
  const line = document.createElement('label');
  const input = document.createElement('input');
  Object.assign(input, { name, autocomplete });
  line.append(label, input);
  form.append(line);
}

function draw({ theme, variables }: Appearance): void {
  document.documentElement.dataset['theme'] = theme;
  document.body.style.setProperty('background', variables['colorBackground'] ?? '');
  document.body.style.setProperty('color', variables['colorText'] ?? '');
}

async function card(): Promise<object> {
  if ([...form.querySelectorAll('input')].some(({ value }) => value === '')) {
    const message = 'Your card number is incomplete.';
    return { error: { type: 'validation_error', code: 'incomplete_number', message } };
  }
  const body = new URLSearchParams({ key: window.location.hash.slice(1) });
  for (const { name, value } of form.querySelectorAll('input')) body.append(name, value);
  const answer = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', body });
  const { id }: { id: string } = await answer.json();
  return { paymentMethod: id };
}

const tell = (message: object): void => window.parent.postMessage(message, '*');

window.addEventListener('message', ({ source, data }: MessageEvent<Asked>) => {
  if (source !== window.parent) return;
  if (data.ask === 'card') void card().then((given) => tell({ say: 'card', ...given }));
  if (data.ask === 'draw' && data.appearance) {
    draw(data.appearance);
    if (form.isConnected) return;
    document.body.append(form);
    tell({ say: 'ready' });
  }
});
tell({ say: 'loaded' });
