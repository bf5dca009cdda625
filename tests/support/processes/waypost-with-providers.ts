// A Waypost whose people sign in at stand-ins for Google and Facebook, whose addresses it is given.
import { facebook } from '#adapters/oauth/facebook';
import { google } from '#adapters/oauth/google';
import { systemClock } from '#roots/compose/system';
import { run } from '#roots/launch/run';
import { callbackUrl } from '#roots/compose/social';
import { graphClient } from '#tests/support/doubles/graph-provider';
import { openIdClient } from '#tests/support/doubles/open-id-provider';

const issuer = process.env['OPENID_ISSUER'] ?? '';
const graph = process.env['GRAPH_ORIGIN'] ?? '';

await run({
  findProviders: (_, { appUrl }) => ({
    google: google({
      client: { ...openIdClient, callbackUrl: callbackUrl(appUrl, 'google') },
      issuer,
      clock: systemClock,
    }),
    facebook: facebook({
      client: { ...graphClient, callbackUrl: callbackUrl(appUrl, 'facebook') },
      addresses: { dialog: `${graph}/dialog/oauth`, graph: `${graph}/graph` },
    }),
  }),
  stripeUrl: null,
});
