import type { Answer } from '#adapters/http/front';
import { type PrivacyFacts, privacyPage } from '#adapters/http/privacy-page';
import { sessionCookie } from '#adapters/http/session-cookie';
import { web } from '#adapters/http/web';
import { readWebFiles } from '#adapters/http/web-files';
import { readWebPages, type Instance } from '#adapters/http/web-pages';
import { isWebBuilt, webFolder, whenWebIsBuilt } from './web-build.ts';

/**
 * The web app in front of the API, read from the last build while the engines come up. Without a
 * build there is only the API.
 */
export function webInFrontOf(api: Answer, instance: Instance & PrivacyFacts): Answer {
  let opened = open(api, instance);
  whenWebIsBuilt(() => {
    opened = open(api, instance);
  });
  return async (request) => (await opened)(request);
}

async function open(api: Answer, instance: Instance & PrivacyFacts): Promise<Answer> {
  if (!(await isWebBuilt())) return api;
  const [files, pages] = await Promise.all([
    readWebFiles(webFolder),
    readWebPages(webFolder, instance),
  ]);
  const { appUrl } = instance;
  const privacy = privacyPage(instance);
  return web({ files, pages, privacy, api, cookie: sessionCookie(appUrl), appUrl });
}
