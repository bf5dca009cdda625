import type { Answer } from '#adapters/http/redirect/front';
import { type PrivacyFacts, privacyPage } from '#adapters/http/web/privacy-page';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { web } from '#adapters/http/web/web';
import { readWebFiles } from '#adapters/http/web/web-files';
import { readWebPages, type Instance } from '#adapters/http/web/web-pages';
import { webFolder, whenWebIsBuilt } from '#roots/launch/web-build';

/** The web app in front of the API, read from the last build while the engines start. */
export function webInFrontOf(api: Answer, instance: Instance & PrivacyFacts): Answer {
  let opened = open(api, instance);
  whenWebIsBuilt(() => {
    opened = open(api, instance);
  });
  return async (request) => (await opened)(request);
}

async function open(api: Answer, instance: Instance & PrivacyFacts): Promise<Answer> {
  const [files, pages] = await Promise.all([
    readWebFiles(webFolder),
    readWebPages(webFolder, instance),
  ]);
  const { appUrl } = instance;
  const privacy = privacyPage(instance);
  return web({ files, pages, privacy, api, cookie: sessionCookie(appUrl), appUrl });
}
