// Shows a page of its own when a screen cannot be loaded because the device is offline; the page opens
// the screen again by itself. The worker stores that page alone: never an answer of the API, and never
// a script or a style, which browsers cache by their names. It does not answer requests for short links.
const version = '{{version}}';
const offline = '/docs/offline';
const places = new Set('{{places}}'.split(' '));

addEventListener('install', (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.add(offline)));
  skipWaiting();
});

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([clients.claim(), dropOld()]));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  if (places.has(new URL(request.url).pathname.split('/')[1])) event.respondWith(answer(request));
});

// Without navigation preload: browsers would request short links twice, and count two clicks.
async function answer(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(offline)) ?? Response.error();
  }
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name)));
}
