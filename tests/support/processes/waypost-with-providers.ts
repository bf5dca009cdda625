// A Waypost with doubles of Google and Facebook at the given addresses.
import { run } from '#roots/launch/run';
import { externalServices } from '#roots/config/external-services';

const issuer = process.env['OPENID_ISSUER'] ?? '';
const graph = process.env['GRAPH_ORIGIN'] ?? '';

await run({
  ...externalServices,
  google: issuer,
  facebook: { dialog: `${graph}/dialog/oauth`, graph: `${graph}/graph` },
});
