import { Elysia } from 'elysia';

/** One hour, so that a fixed script soon reaches every page. */
const keptSeconds = 3600;

/**
 * The script for merchants' pages. It stores the click id of the page's address for 90 days, for
 * the whole site if it can set a cookie (otherwise for the tab), and reports by the image when
 * `waypost` is called: `waypost('sale', { value: '49.99', currency: 'USD', orderId: 'A-1' })`. The
 * link's code is in `data-link`; without it the click id names the link.
 *
 * It tries to set the cookie for the shortest domain first, because browsers reject public
 * suffixes. A page whose policy forbids `fetch` may still allow an image.
 *
 * Numbers are rounded to cents: 19.99 + 5.95 is 25.939999999999998 in JavaScript.
 */
const readable = `
(function (w, d, l) {
  var k = 'wp_cid', s = d.currentScript, c;
  function read() {
    return (d.cookie.match(/(?:^|; )wp_cid=([\\w-]{46})(?:;|$)/) || [])[1];
  }
  function keep(v) {
    var p = l.hostname.split('.'), i = p.length;
    for (; read() !== v && i-- > -1;) {
      d.cookie = k + '=' + v + ';path=/;max-age=7776000;samesite=lax' +
        (i < 0 ? '' : ';domain=' + p.slice(i).join('.')) +
        (l.protocol === 'https:' ? ';secure' : '');
    }
    try { sessionStorage.setItem(k, v); } catch (e) {}
  }
  c = new URLSearchParams(l.search).getAll(k).pop();
  if (/^[\\w-]{46}$/.test(c)) keep(c);
  else {
    c = read();
    try { c = c || sessionStorage.getItem(k); } catch (e) {}
  }
  w.waypost = function (event, o) {
    o = o || {};
    var q = new URLSearchParams({ event: event || 'sale' }), v = o.value, u;
    if (v != null) q.set('value', v.toFixed ? v.toFixed(2) : v);
    if (o.currency) q.set('currency', o.currency);
    if (o.orderId != null) q.set('order_id', o.orderId);
    if (o.test) q.set('test', 1);
    if (c) q.set('cid', c);
    u = new URL('/api/track/' + (s.dataset.link || '_') + '?' + q, s.src).href;
    fetch(u, { mode: 'no-cors', credentials: 'include', keepalive: true }).catch(function () {
      new Image().src = u;
    });
  };
})(window, document, location);
`;

/** The minified script, as it is sent. */
export const wpScript = new Bun.Transpiler({ loader: 'js', minifyWhitespace: true })
  .transformSync(readable)
  .trim();

export function wpScriptRoutes() {
  const etag = `"${Bun.hash(wpScript).toString(36)}"`;
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': `public, max-age=${keptSeconds}`,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  };

  return new Elysia({ name: 'wp-script' }).get('/wp.js', ({ request, set }) => {
    Object.assign(set.headers, headers);
    const isKnown = request.headers.get('if-none-match')?.includes(etag) === true;
    return new Response(isKnown ? null : wpScript, { status: isKnown ? 304 : 200 });
  });
}
