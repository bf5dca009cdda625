import { Elysia } from 'elysia';
import type {
  Postback,
  rotatePostback,
  showPostback,
} from '#core/conversions/reports/postback-secret';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type PostbackSecretRoutesPorts = {
  readonly session: SignedInPorts;
  readonly showPostback: ReturnType<typeof showPostback>;
  readonly rotatePostback: ReturnType<typeof rotatePostback>;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

export type PostbackJson = {
  readonly secret: string;
  /**
   * Reports a sale of the link without changes; accepts `&cid=`, `&event=`, `&value=` and other
   * parameters.
   */
  readonly url: string;
};

/** The address and secret that a link's owner gives to servers that report its conversions. */
export function postbackSecretRoutes(ports: PostbackSecretRoutesPorts) {
  const asJson = ({ link, secret }: Postback): PostbackJson => ({
    secret,
    url: `${ports.shortOrigin}/api/postback?link=${link.shortCode}&secret=${secret}`,
  });

  return new Elysia({ name: 'postback-secrets' })
    .use(signedIn(ports.session))
    .get('/api/links/:id/postback', async ({ user, params }) =>
      asJson(await ports.showPostback(user.id, params.id)),
    )
    .post('/api/links/:id/postback/rotate', async ({ user, params }) =>
      asJson(await ports.rotatePostback(user.id, params.id)),
    );
}
