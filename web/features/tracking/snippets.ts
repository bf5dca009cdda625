/** What a snippet is to report, and for which link. */
export type Report = {
  /** Where pixels, script and postbacks are received: the host of the short link. */
  readonly origin: string;
  /** The link's own code, which stays when its alias changes. */
  readonly code: string;
  readonly event: string;
  /** Decimal, in major units (`49.99`); blank for none. */
  readonly amount: string;
  readonly currency: string;
  /** The merchant's order number, or the placeholder that a shop puts it in place of; blank for none. */
  readonly orderId: string;
};

/** An invisible image of one pixel, for the page that follows a purchase. */
export function imageSnippet(report: Report): string {
  const address = pixelUrl(report).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<img src="${address}" width="1" height="1" alt="" style="display:none">`;
}

/** The tracking pixel's address. */
export function pixelUrl({ origin, code, ...report }: Report): string {
  return `${origin}/api/track/${code}?${query(report, 'value')}`;
}

/** For every page where visitors of the link may arrive: keeps the click's id for 90 days. */
export function scriptTag({ origin, code }: Pick<Report, 'origin' | 'code'>): string {
  return `<script src="${origin}/wp.js" data-link="${code}"></script>`;
}

/** For the page that follows a purchase, below the script. */
export function scriptCall({ event, amount, currency, orderId }: Report): string {
  const facts = [
    ...(amount === '' ? [] : [`value: ${quoted(amount)}`, `currency: ${quoted(currency)}`]),
    ...(orderId === '' ? [] : [`orderId: ${quoted(orderId)}`]),
  ];
  const given = facts.length === 0 ? '' : `, { ${facts.join(', ')} }`;
  return `<script>waypost(${quoted(event)}${given});</script>`;
}

/** What another server calls. `{click_id}` stands for the `wp_cid` of the visitor's landing page. */
export function postbackUrl({ origin, code, ...report }: Report, secret: string): string {
  const who = `cid={click_id}&link=${code}`;
  return `${origin}/api/postback?${who}&${query(report, 'payout')}&secret=${secret}`;
}

type Facts = Omit<Report, 'origin' | 'code'>;

function query({ event, amount, currency, orderId }: Facts, amountName: string): string {
  return [
    `event=${event}`,
    ...(amount === '' ? [] : [`${amountName}=${amount}`, `currency=${currency}`]),
    ...(orderId === '' ? [] : [`order_id=${inQuery(orderId)}`]),
  ].join('&');
}

/** A shop's placeholder (`{{ order.id }}`, `<%= id %>`) is left as it is: encoded, it is not found. */
function inQuery(text: string): string {
  return /[{[<%$]/.test(text) ? text : encodeURIComponent(text);
}

function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('</', '<\\/');
  return `'${escaped}'`;
}
