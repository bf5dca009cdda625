import { join } from 'node:path';
import { openCountries } from '#adapters/geo/countries';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { userAgents } from '#adapters/user-agent/agents';
import { knownPreviewBots } from '#adapters/user-agent/is-preview-bot';
import type { LinkIndex } from '#core/redirect/link-index';
import { passwordProofs } from '#core/redirect/options/password-proof';
import { unlockLink } from '#core/redirect/options/unlock-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Log } from '#core/shared/log';
import type { Config } from '#config';
import { keyedHashes, type AppSecret } from '#roots/compose/secrets';
import { systemClock as clock } from '#roots/compose/system';
import type { Watch } from '#roots/compose/watching/watch';

/** Passwords of links are verified one at a time, so that sign-ins have the other cores. */
const passwordLimits = { parallel: 1, waiting: 64 };

type Given = {
  readonly config: Pick<Config, 'geoipCityDb'>;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly log: Log;
  readonly watch?: Pick<Watch, 'queue'> | undefined;
};

/**
 * What the redirect needs for links with options. The countries are loaded when the index gets the
 * first link with a rule by country, so this follows the index from its beginning.
 */
export function openLinkOptions({ config, dataDir, secret, log, watch }: Given, index: LinkIndex) {
  const file = join(dataDir, 'geo', 'countries');
  const countries = openCountries({ ownFile: config.geoipCityDb, file, log });
  index.watch((change) => {
    if (change.kind === 'put' && asksForCountry(change.link)) void countries.need();
  });
  const proofs = passwordProofs({ clock, hashes: keyedHashes(secret, 'link passwords') });
  const passwords = argon2idPasswords(argon2Cost, passwordLimits);

  watch?.queue('passwords', passwords.waiting);

  return {
    visiting: {
      isPreviewBot: knownPreviewBots(),
      describeAgent: userAgents(),
      countryOf: countries.countryOf,
    },
    front: { unlockLink: unlockLink({ clock, passwords, proofs }), passwordProofs: proofs },
    close: countries.close,
  };
}

function asksForCountry({ options }: RoutedLink): boolean {
  return options !== undefined && options.rules.some(({ countries }) => countries.length > 0);
}
