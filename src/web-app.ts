import type { Answer } from '#adapters/http/front';
import { sessionCookie } from '#adapters/http/session-cookie';
import { web } from '#adapters/http/web';
import { readWebFiles } from '#adapters/http/web-files';
import { readWebPages } from '#adapters/http/web-pages';
import type { Addresses } from './redirects.ts';
import { isWebBuilt, webFolder, whenWebIsBuilt } from './web-build.ts';

/**
 * The web app in front of the API, read from the last build while the engines come up. Without a
 * build there is only the API.
 */
export function webInFrontOf(api: Answer, addresses: Addresses): Answer {
  let opened = open(api, addresses);
  whenWebIsBuilt(() => {
    opened = open(api, addresses);
  });
  return async (request, socket) => (await opened)(request, socket);
}

async function open(api: Answer, addresses: Addresses): Promise<Answer> {
  if (!(await isWebBuilt())) return api;
  const [files, pages] = await Promise.all([
    readWebFiles(webFolder),
    readWebPages(webFolder, addresses),
  ]);
  const { appUrl } = addresses;
  return web({ files, pages, api, cookie: sessionCookie(appUrl), appUrl });
}
