import { facebook } from '#adapters/oauth/facebook';
import { google } from '#adapters/oauth/google';
import { type SocialProvider, socialProviders } from '#contract/sign-in';
import type { IdentityProviders } from '#core/accounts/sign-in/social-identity';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import { systemClock as clock } from './system.ts';

type ProviderConfig = Pick<Config, SocialProvider | 'services'>;

/** The providers whose client the operator configured. */
export function configuredProviders(config: ProviderConfig): readonly SocialProvider[] {
  return socialProviders.filter((provider) => config[provider] !== null);
}

export function identityProviders(
  config: ProviderConfig,
  origins: Pick<Origins, 'appUrl'>,
): IdentityProviders {
  const { services } = config;
  const clientOf = (provider: SocialProvider) => {
    const known = config[provider];
    return known && { ...known, callbackUrl: callbackUrl(origins.appUrl, provider) };
  };
  const atGoogle = clientOf('google');
  const atFacebook = clientOf('facebook');
  return {
    ...(atGoogle && { google: google({ client: atGoogle, issuer: services.google, clock }) }),
    ...(atFacebook && { facebook: facebook({ client: atFacebook, urls: services.facebook }) }),
  };
}

/** The address to which a provider redirects browsers back. The operator registers it there. */
function callbackUrl(appUrl: string, provider: SocialProvider): string {
  return `${appUrl}/api/auth/${provider}/callback`;
}
