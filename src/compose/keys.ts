import type { Sql } from '#adapters/postgres/connect';
import { findApiKey, type KeyPorts } from '#core/accounts/api-keys';
import type { Links } from '#core/links/ports';
import {
  postbackSecretsOf,
  rotatePostback,
  showPostback,
} from '#core/conversions/reports/postback-secret';
import type { Redirects } from './redirects.ts';
import { postbackSeals, type AppSecret } from './secrets.ts';

type KeyParts = {
  readonly sql: Sql;
  readonly links: Links;
  readonly secret: AppSecret;
  readonly redirects: { readonly postbacks: Pick<Redirects['postbacks'], 'generations'> };
};

/** API keys and postback secrets: how an account's own servers authenticate. */
export function composeKeys({ sql, links, secret, redirects }: KeyParts, accounts: KeyPorts) {
  const postbacks = {
    generations: redirects.postbacks.generations(sql),
    links,
    seals: postbackSeals(secret),
  };

  return {
    findKey: (text: string) => findApiKey(accounts, text),
    showPostback: showPostback(postbacks),
    rotatePostback: rotatePostback(postbacks),
    postbackSecretsOf: postbackSecretsOf(postbacks),
  };
}
