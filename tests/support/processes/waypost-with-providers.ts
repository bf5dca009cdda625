// A Waypost whose people sign in at stand-ins for Google and Facebook, whose addresses it is given.
import { run } from '#roots/launch/run';
import { externalServices } from '#roots/external-services';

const issuer = process.env['OPENID_ISSUER'] ?? '';
const graph = process.env['GRAPH_ORIGIN'] ?? '';

await run({
  ...externalServices,
  google: issuer,
  facebook: { dialog: `${graph}/dialog/oauth`, graph: `${graph}/graph` },
});
