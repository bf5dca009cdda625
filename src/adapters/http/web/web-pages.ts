import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { policyReportPath } from './policy-reports.ts';
import { openerHeaders, transportHeaders } from '#adapters/http/frame/security-headers';

/** A request for the app's shell. */
export type Screen = {
  readonly path: string;
  readonly status: 200 | 404;
  /** Whether the request has a session cookie, valid or not; null: on its host nobody can have one. */
  readonly hasSession: boolean | null;
  /** The hosts whose pages may show it in a frame; absent: none. */
  readonly framedBy?: readonly string[];
};

/** The documents of the web app. */
export type WebPages = {
  /** The app. It decides itself what to show; 404 when it can only show an error. */
  shell(screen: Screen): Response;
  /** For visitors of `/` without a session cookie. */
  landing(): Response;
  /** A page of the documentation, or a text for programs; null when the path is neither. */
  document(path: string): Response | null;
};

/** The facts about this instance in the documents. */
export type Instance = {
  /** The application's public address. */
  readonly appUrl: string;
  /** The address of short links. */
  readonly shortUrl: string;
  /** How visitors are recognised. */
  readonly visitorId: 'cookieless' | 'cookie';
  /** The origin for uploads, when it is another one; otherwise null. */
  readonly uploadOrigin: string | null;
  /** The providers for signing in. Their names need no escaping in HTML. */
  readonly signInWith: readonly string[];
  /** The payment provider; Stripe's fields appear inside our pages. */
  readonly payments: { readonly kind: 'stripe' | 'test' | 'off' };
  /** Whether people can open accounts. */
  readonly registration: 'open' | 'closed';
  /** Whether people can query their own data in SQL. */
  readonly analystSql: boolean;
  /** How events are sent to webhooks; null: never. */
  readonly webhooks: object | null;
  /** How long each click is stored; after that, only their number a day. */
  readonly retentionMonths: number;
};

/** The addresses of these screens contain a token, which must not leak to other sites. */
const mailedScreens: ReadonlySet<string> = new Set([
  ...['/reset-password', '/verify', '/verify/report', '/public/:token'],
]);

const nonceBytes = 16;

/** Reads the documents from `folder`; each response gets its own nonce. */
export async function readWebPages(folder: string, instance: Instance): Promise<WebPages> {
  const [shell, landing, preloads, documents] = await Promise.all([
    readDocument(join(folder, 'shell.html'), instance),
    readDocument(join(folder, 'landing.html'), instance),
    readPreloads(join(folder, 'preloads.json')),
    readDocuments(join(folder, 'documents'), instance),
  ]);
  const headers = pageHeaders(instance.appUrl);
  const answer = (document: string, status: number, framedBy: readonly string[] = []) => {
    const nonce = randomBytes(nonceBytes).toString('base64');
    const body = document.replaceAll('{{nonce}}', nonce);
    const policy = { 'content-security-policy': contentPolicy(nonce, instance, framedBy) };
    const page = new Response(body, { status, headers: { ...headers, ...policy } });
    // The older header knows no list.
    if (framedBy.length > 0) page.headers.delete('x-frame-options');
    return page;
  };

  return {
    shell({ path, status, hasSession, framedBy }) {
      const document = shell
        .replace('{{session}}', sessionWords(hasSession))
        .replace('{{preload}}', (preloads.get(path) ?? '') + (hasSession ? whoIsThere : ''));
      const page = answer(document, status, framedBy);
      if (mailedScreens.has(path)) page.headers.set('referrer-policy', 'no-referrer');
      return page;
    },
    landing: () => answer(landing, 200),
    document(path) {
      const page = documents.get(`${path}.html`);
      if (page !== undefined) return answer(page, 200);
      const text = path.endsWith('.html') ? undefined : documents.get(path);
      if (text === undefined) return null;
      const type = path.endsWith('.md') ? 'text/markdown' : 'text/plain';
      return new Response(text, {
        headers: { ...headers, 'content-type': `${type}; charset=utf-8` },
      });
    },
  };
}

/** The documentation by its addresses; pages end with `.html`. */
async function readDocuments(
  folder: string,
  instance: Instance,
): Promise<ReadonlyMap<string, string>> {
  const files = await Array.fromAsync(new Bun.Glob('**/*.{html,md,txt}').scan({ cwd: folder }));
  const texts = await Promise.all(files.map((file) => readDocument(join(folder, file), instance)));
  return new Map(files.map((file, index) => [`/${file}`, texts[index] ?? '']));
}

function sessionWords(hasSession: boolean | null): string {
  if (hasSession === null) return 'never';
  return hasSession ? 'some' : 'none';
}

/** Requests the signed-in person while the code that waits for it is still loading. */
const whoIsThere = '<link rel="preload" href="/api/auth/user" as="fetch" crossorigin>';

/** The scripts of each screen, as the tags that preload them. */
async function readPreloads(file: string): Promise<ReadonlyMap<string, string>> {
  const scripts = preloadList.parse(await Bun.file(file).json());
  const tag = (href: string) => `<link rel="modulepreload" href="${Bun.escapeHTML(href)}">`;
  return new Map(Object.entries(scripts).map(([path, hrefs]) => [path, hrefs.map(tag).join('')]));
}

const preloadList = z.record(z.string(), z.array(z.string()));

async function readDocument(path: string, instance: Instance): Promise<string> {
  const text = await Bun.file(path).text();
  return text
    .replaceAll('{{origin}}', Bun.escapeHTML(instance.appUrl))
    .replaceAll('{{shortOrigin}}', Bun.escapeHTML(instance.shortUrl))
    .replaceAll('{{visitorId}}', instance.visitorId)
    .replaceAll('{{signInWith}}', instance.signInWith.join(' '))
    .replaceAll('{{payments}}', instance.payments.kind)
    .replaceAll('{{registration}}', instance.registration)
    .replaceAll('{{sql}}', instance.analystSql ? 'on' : 'off')
    .replaceAll('{{webhooks}}', instance.webhooks ? 'on' : 'off')
    .replaceAll('{{retentionMonths}}', String(instance.retentionMonths));
}

/**
 * The sources that Stripe's fields need.
 * @see https://docs.stripe.com/security/guide#content-security-policy
 */
const stripe = {
  scripts: 'https://js.stripe.com https://*.js.stripe.com',
  frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  api: 'https://api.stripe.com',
};

/**
 * Everything from this origin only, scripts only with the nonce or as our own files; uploads go to
 * their store. The landing page's own markup needs style attributes.
 */
function contentPolicy(
  nonce: string,
  { uploadOrigin, payments }: Instance,
  framedBy: readonly string[],
): string {
  const connects = ["'self'", ...(uploadOrigin === null ? [] : [uploadOrigin])];
  const takesCards = payments.kind === 'stripe';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${takesCards ? ` ${stripe.scripts}` : ''}`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${[...connects, ...(takesCards ? [stripe.api] : [])].join(' ')}`,
    ...(takesCards ? [`frame-src ${stripe.frames}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
    "object-src 'none'",
    // The older of the two reporting directives, and the one that every browser supports.
    `report-uri ${policyReportPath}`,
  ].join('; ');
}

function pageHeaders(appUrl: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...openerHeaders(appUrl),
    ...transportHeaders(appUrl),
  };
}
