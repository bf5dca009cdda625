/** The values that a snippet reports, and the link they belong to. */
export type SnippetValues = {
  /** The origin of SHORT_URL, also for a link on a custom domain, which receives no reports. */
  readonly origin: string;
  /** The link's code. It does not change when the alias changes. */
  readonly code: string;
  readonly event: string;
  /** Decimal text in major units (`49.99`); blank for none. */
  readonly amount: string;
  readonly currency: string;
  /** The order number, or the shop's placeholder for it; blank for none. */
  readonly orderId: string;
};

/** An invisible 1×1 image for the thank-you page. */
export function imageSnippet(report: SnippetValues): string {
  const url = outsideCode(pixelUrl(report), (part) =>
    part.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  );
  return `<img src="${url}" width="1" height="1" alt="" style="display:none">`;
}

/** The tracking pixel's URL. */
export function pixelUrl({ origin, code, ...report }: SnippetValues): string {
  return `${origin}/api/track/${code}?${query(report, 'value')}`;
}

/**
 * The script tag for every page on which visitors may arrive. The script stores the click id for 90
 * days.
 */
export function scriptTag({ origin, code }: Pick<SnippetValues, 'origin' | 'code'>): string {
  return `<script src="${origin}/wp.js" data-link="${code}"></script>`;
}

/** The script call for the thank-you page. It must come after the script tag. */
export function scriptCall({ event, amount, currency, orderId }: SnippetValues): string {
  const facts = [
    ...(amount === '' ? [] : [`value: ${quoted(amount)}`, `currency: ${quoted(currency)}`]),
    ...(orderId === '' ? [] : [`orderId: ${quoted(withoutEncoding(orderId))}`]),
  ];
  const given = facts.length === 0 ? '' : `, { ${facts.join(', ')} }`;
  return `<script>waypost(${quoted(event)}${given});</script>`;
}

/**
 * The postback URL. The caller replaces `{click_id}` with the `wp_cid` of the visitor's landing
 * page.
 */
export function postbackUrl({ origin, code, ...report }: SnippetValues, secret: string): string {
  const who = `cid={click_id}&link=${code}`;
  return `${origin}/api/postback?${who}&${query(report, 'payout')}&secret=${secret}`;
}

type Facts = Omit<SnippetValues, 'origin' | 'code'>;

function query({ event, amount, currency, orderId }: Facts, amountName: string): string {
  return [
    `event=${event}`,
    ...(amount === '' ? [] : [`${amountName}=${amount}`, `currency=${currency}`]),
    ...(orderId === '' ? [] : [`order_id=${inQuery(orderId)}`]),
  ].join('&');
}

/**
 * An order id in an address, where `&` and `#` have a meaning. A shop's placeholder (`{{ order.id
 * }}`, `<%= id %>`) stays as it is: each template language has another way to encode what it inserts.
 */
function inQuery(text: string): string {
  return /[{[<%$]/.test(text) ? text : encodeURIComponent(text);
}

/** Whether the text has a placeholder of Liquid, Twig or the like that does not say how it is encoded. */
export function isUnencoded(text: string): boolean {
  return /\{\{[^{}|]+\}\}/.test(text);
}

/** The script encodes by itself. */
function withoutEncoding(text: string): string {
  return text.replaceAll(/\s{0,3}\|\s{0,3}url_encode(?=\s{0,3}\}\})/g, '');
}

/** Code of a template language, which runs before a browser sees the page. */
const templateCode = /(\{\{[^{}]*\}\}|<%[^<%]*%>|<\?[^<?]*\?>)/;

/** Changes the text, but not the template code in it. */
function outsideCode(text: string, change: (part: string) => string): string {
  // Every second part is code.
  return text
    .split(templateCode)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');
}

function quoted(text: string): string {
  const escaped = outsideCode(text, (part) =>
    part.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('</', '<\\/'),
  );
  return `'${escaped}'`;
}
