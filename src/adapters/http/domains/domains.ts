import { Elysia } from 'elysia';
import { z } from 'zod';
import type { checkNow } from '#core/domains/check-domain';
import type { Domain } from '#core/domains/domain';
import type { Target } from '#core/domains/look-up';
import type {
  changeDomain,
  claimDomain,
  getDomain,
  listDomains,
  removeDomain,
} from '#core/domains/own-domains';
import { withTimeLimit } from '#core/shared/limits/time-limit';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { domainJson, type DomainJson } from './domain-json.ts';

export type DomainRoutesPorts = {
  readonly session: SignedInPorts;
  readonly claimDomain: ReturnType<typeof claimDomain>;
  readonly listDomains: ReturnType<typeof listDomains>;
  readonly getDomain: ReturnType<typeof getDomain>;
  readonly changeDomain: ReturnType<typeof changeDomain>;
  readonly removeDomain: ReturnType<typeof removeDomain>;
  readonly checkNow: ReturnType<typeof checkNow>;
  readonly target: Target;
};

const name = 'Enter a domain, such as go.example.com';
const newDomainBody = z.object({ domain: z.string(name).max(2048, name) });
const url = z.string('Please enter a valid URL').nullish();
const domainBody = z.object({
  rootUrl: url,
  unknownUrl: url,
  isDefault: z.boolean('Must be true or false').optional(),
});

/** An account's custom domains. Each route needs a session and sees only that account's domains. */
export function domainRoutes(ports: DomainRoutesPorts) {
  const { target } = ports;
  const asJson = async (domain: Domain): Promise<DomainJson> =>
    domainJson(domain, { host: target.host, addresses: await addressesSoon(target) });

  return new Elysia({ name: 'domains' })
    .use(signedIn(ports.session))
    .get('/api/domains', async ({ user }) =>
      Promise.all((await ports.listDomains(user.id)).map(asJson)),
    )
    .post(
      '/api/domains',
      async ({ user, body, set }) => {
        const claimed = await ports.claimDomain(user, body.domain);
        set.status = 201;
        return asJson(claimed);
      },
      { body: newDomainBody },
    )
    .get('/api/domains/:id', async ({ user, params }) =>
      asJson(await ports.getDomain(user.id, params.id)),
    )
    .put(
      '/api/domains/:id',
      async ({ user, params, body }) => asJson(await ports.changeDomain(user.id, params.id, body)),
      { body: domainBody },
    )
    .post('/api/domains/:id/check', async ({ user, params }) =>
      asJson(await ports.checkNow(user.id, params.id)),
    )
    .delete('/api/domains/:id', async ({ user, params, set }) => {
      await ports.removeDomain(user.id, params.id);
      set.status = 204;
    });
}

const patienceMs = 500;

/** The addresses when DNS answers soon: a list must not wait for a resolver that is away. */
function addressesSoon(target: Target): Promise<readonly string[]> {
  return withTimeLimit(patienceMs, target.addresses(), () => []);
}
