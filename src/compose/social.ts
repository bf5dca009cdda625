import { ticketCookie } from '#adapters/http/cookies/ticket-cookie';
import { aesSeal } from '#adapters/mail/seal';
import { facebook } from '#adapters/oauth/facebook';
import { google } from '#adapters/oauth/google';
import type { Sql } from '#adapters/postgres/connect';
import { postgresSocialAccounts } from '#adapters/postgres/accounts/social-accounts';
import { postgresSocialTickets } from '#adapters/postgres/accounts/social-tickets';
import { type Bans, socialUnlessBanned } from '#core/accounts/banned';
import { type SocialProvider, socialProviders } from '#contract/sign-in';
import { beginSocialLogin } from '#core/accounts/sign-in/begin-social-login';
import { finishSocialLogin } from '#core/accounts/sign-in/finish-social-login';
import type { ReceiveSocialLoginPorts } from '#core/accounts/sign-in/receive-social-login';
import type { IdentityProviders } from '#core/accounts/sign-in/social-identity';
import type { Log } from '#core/shared/log';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import { sealKeys, sealOf, type AppSecret } from './secrets.ts';
import { systemClock as clock } from './system.ts';

type ProviderConfig = Pick<Config, SocialProvider | 'services'>;

/** The providers whose client the operator configured. */
export function configuredProviders(config: ProviderConfig): readonly SocialProvider[] {
  return socialProviders.filter((provider) => config[provider] !== null);
}

function identityProviders(
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

type SocialParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly log: Log;
  readonly config: ProviderConfig;
  readonly origins: Pick<Origins, 'appUrl'>;
};

/** Sign-in by a provider, and the list of ways to sign in. */
export function composeSocialLogin(
  { sql, secret, log, config, origins }: SocialParts,
  people: Omit<ReceiveSocialLoginPorts, 'accounts'>,
  bans: Bans,
) {
  const accounts = postgresSocialAccounts(sql, sealOf(secret));
  const ports = {
    ...people,
    accounts: socialUnlessBanned(accounts, bans),
    tickets: postgresSocialTickets(sql),
    providers: identityProviders(config, origins),
    returns: rateLimit({ limit: 100, windowMs: hourMs }),
    ticketSeal: aesSeal(sealKeys(secret, 'social-login')),
    log,
  };
  return {
    ticketCookie: ticketCookie(origins.appUrl),
    beginSocialLogin: beginSocialLogin({ ...ports, clock }),
    finishSocialLogin: finishSocialLogin(ports),
  };
}
