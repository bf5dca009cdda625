import { expect, test } from 'bun:test';
import { runInNewContext } from 'node:vm';
import { frame } from '#adapters/http/frame/frame';
import { wpScript, wpScriptRoutes } from '#adapters/http/conversions/wp-script';
import { appUrl, memoryLog } from '#tests/support/calls';

const cid = 'A'.repeat(46);
const older = 'B'.repeat(46);

type Page = {
  address: string;
  cookies?: string;
  stored?: string;
  canFetch?: boolean;
  link?: string;
};

/** Runs the script in a page; its cookies and requests can be inspected. */
function onPage({ address, cookies = '', stored, canFetch = true, link }: Page) {
  const jar = new Map(cookies === '' ? [] : [['wp_cid', cookies]]);
  const setCookies: string[] = [];
  const storage = new Map(stored === undefined ? [] : [['wp_cid', stored]]);
  const fetched: string[] = [];
  const images: string[] = [];
  const location = new URL(address);
  const document = {
    currentScript: { src: 'https://go.example/wp.js', dataset: { link } },
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      setCookies.push(text);
      const [, value = ''] = /^wp_cid=([^;]*)/.exec(text) ?? [];
      const domain = /domain=([^;]*)/.exec(text)?.[1];
      if (domain === undefined || domain.includes('.')) jar.set('wp_cid', value);
    },
  };
  const window: { waypost?: (event?: string, more?: object) => void } = {};
  const sessionStorage = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  };
  const fetch = (url: string) => {
    fetched.push(url);
    return canFetch ? Promise.resolve() : Promise.reject(new Error('forbidden'));
  };
  class Image {
    set src(url: string) {
      images.push(url);
    }
  }
  const globals = { window, document, location, sessionStorage, fetch, Image };
  runInNewContext(wpScript, { ...globals, URL, URLSearchParams });
  return { jar, setCookies, storage, fetched, images, waypost: window.waypost ?? (() => {}) };
}

test('the script is smaller than one kilobyte', () => {
  expect(Buffer.byteLength(wpScript)).toBeLessThanOrEqual(1024);
});

test('it can be loaded by every site, is cached for an hour, and then revalidated', async () => {
  const app = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(wpScriptRoutes());
  const ask = (headers: HeadersInit = {}) => app.fetch(new Request(`${appUrl}/wp.js`, { headers }));

  const first = await ask();
  const again = await ask({ 'if-none-match': first.headers.get('etag') ?? '' });

  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(await first.text()).toBe(wpScript);
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('the click id in the page’s URL is stored for 90 days, for the whole site', () => {
  const page = onPage({ address: `https://shop.brand.example/p?a=1&wp_cid=${cid}#top` });

  expect(page.jar.get('wp_cid')).toBe(cid);
  expect(page.setCookies.at(-1)).toBe(
    `wp_cid=${cid};path=/;max-age=7776000;samesite=lax;domain=brand.example;secure`,
  );
  expect(page.storage.get('wp_cid')).toBe(cid);
});

test('on a host without dots the cookie belongs to that host', () => {
  const page = onPage({ address: `http://localhost:8080/?wp_cid=${cid}` });

  expect(page.jar.get('wp_cid')).toBe(cid);
  expect(page.setCookies.at(-1)).toBe(`wp_cid=${cid};path=/;max-age=7776000;samesite=lax`);
});

test('a number is sent in cents, and a text as it is', () => {
  const page = onPage({ address: 'https://shop.example/thanks', link: 'Ab3dEfG' });

  page.waypost('sale', { value: 19.99 + 5.95 });
  page.waypost('sale', { value: '25.9' });
  page.waypost('sale', { value: 0 });

  expect(page.fetched.map((url) => new URL(url).searchParams.get('value'))).toEqual([
    '25.94',
    '25.9',
    '0.00',
  ]);
});

test('a call sends its arguments and the stored click id through the image', () => {
  const page = onPage({ address: 'https://shop.example/thanks', cookies: older, link: 'Ab3dEfG' });

  page.waypost('sale', { value: '49.99', currency: 'EUR', orderId: 'A 1&b' });

  expect(page.fetched).toEqual([
    `https://go.example/api/track/Ab3dEfG?event=sale&value=49.99&currency=EUR&order_id=A+1%26b&cid=${older}`,
  ]);
  expect(page.images).toEqual([]);
});

test('without a link id the click id identifies the link, from sessionStorage when cookies are blocked', () => {
  const page = onPage({ address: 'https://shop.example/thanks', stored: older });

  page.waypost();

  expect(page.fetched).toEqual([`https://go.example/api/track/_?event=sale&cid=${older}`]);
});

test('a new click id replaces an older one; an invalid one changes nothing', () => {
  const newer = onPage({ address: `https://shop.example/?wp_cid=${cid}`, cookies: older });
  const odd = onPage({ address: 'https://shop.example/?wp_cid=%3Cscript%3E', cookies: older });

  newer.waypost('lead');
  odd.waypost('lead', { test: true });

  expect(newer.fetched[0]).toEndWith(`cid=${cid}`);
  expect(odd.fetched[0]).toEndWith(`test=1&cid=${older}`);
  expect(odd.setCookies).toEqual([]);
});

test('if the page’s policy blocks fetch, an image sends the report', async () => {
  const page = onPage({ address: 'https://shop.example/', canFetch: false, link: 'x' });

  page.waypost('signup');
  await Promise.resolve();
  await Promise.resolve();

  expect(page.images).toEqual(['https://go.example/api/track/x?event=signup']);
});
