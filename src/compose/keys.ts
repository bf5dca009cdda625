import { randomBytes } from 'node:crypto';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import type { Sql } from '#adapters/postgres/connect';
import type { Links } from '#adapters/postgres/links/links';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { type Bans, keysUnlessBanned } from '#core/accounts/banned';
import { createApiKey } from '#core/accounts/keys/create-api-key';
import { findApiKey } from '#core/accounts/keys/find-api-key';
import { listApiKeys } from '#core/accounts/keys/list-api-keys';
import { revokeApiKey } from '#core/accounts/keys/revoke-api-key';
import {
  postbackSecretsOf,
  rotatePostback,
  showPostback,
} from '#core/conversions/reports/postback-secret';
import type { Redirects } from './redirects.ts';
import { postbackSeals, type AppSecret } from './secrets.ts';
import { newId, sha256, systemClock as clock } from './system.ts';

type KeyParts = {
  readonly sql: Sql;
  readonly links: Links;
  readonly secret: AppSecret;
  readonly redirects: {
    readonly blocklist: { readonly bans: Pick<Bans, 'isBanned'> };
    readonly postbacks: Pick<Redirects['postbacks'], 'generations'>;
  };
};

/** API keys and postback secrets: how an account's own servers authenticate. */
export function composeKeys({ sql, links, secret, redirects }: KeyParts) {
  const keys = {
    keys: postgresApiKeys(sql),
    sessions: postgresSessions(sql),
    digest: sha256,
    newId,
    randomBytes,
    clock,
  };
  const postbacks = {
    generations: redirects.postbacks.generations(sql),
    links,
    seals: postbackSeals(secret),
  };

  return {
    createApiKey: createApiKey(keys),
    listApiKeys: listApiKeys(keys),
    revokeApiKey: revokeApiKey(keys),
    revokeAllApiKeys: keys.keys.removeAll,
    findKey: keysUnlessBanned(findApiKey(keys), redirects.blocklist.bans),
    showPostback: showPostback(postbacks),
    rotatePostback: rotatePostback(postbacks),
    postbackSecretsOf: postbackSecretsOf(postbacks),
  };
}
