import { join } from 'node:path';
import { minify } from 'oxc-minify';
import { type Screen, screens } from '#web/screens.ts';
import { type Document, html } from './html.ts';

/** The body of the page that the service worker shows while the device is offline. */
const offlineBody = `<main class="grid min-h-dvh place-content-center justify-items-center gap-2 p-6 text-center">
<h1 class="text-2xl font-semibold tracking-tight">You are offline</h1>
<p class="mb-4 max-w-sm text-muted">Your short links keep working. This page opens again when the connection is back.</p>
<a href="" class="inline-flex h-11 items-center rounded-md bg-accent px-5 font-semibold text-on-accent">Try again</a>
</main>`;

/**
 * Publishes the service worker and the page that it shows while the device is offline. A changed page
 * is a changed worker, and so each browser stores the new one.
 */
export async function publishServiceWorker(
  draft: string,
  shared: Pick<Document, 'styles' | 'fonts' | 'scripts' | 'description'>,
  script: string,
): Promise<void> {
  const page = html(
    {
      ...shared,
      title: 'You are offline · Waypost',
      head: '<meta name="robots" content="noindex">',
      body: offlineBody,
    },
    script,
  );
  await Bun.write(join(draft, 'documents/docs/offline.html'), page);
  const source = await Bun.file(join(import.meta.dir, '../app/service-worker.js')).text();
  const filled = source
    .replace('{{version}}', `offline-${Bun.hash(page).toString(36)}`)
    .replace('{{places}}', places().join(' '));
  const { code } = await minify('service-worker.js', filled);
  await Bun.write(join(draft, 'assets/service-worker.js'), code);
}

/** The first parts of the paths of screens; empty for the home page. No short link begins with one. */
function places(): string[] {
  const firsts = Object.values<Screen>(screens).map(({ path }) => path.split('/')[1] ?? '');
  return [...new Set(firsts)];
}
