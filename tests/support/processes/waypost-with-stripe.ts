// A Waypost whose Stripe is a stand-in, whose address it is given.
import { run } from '#roots/launch/run';
import { configuredProviders } from '#roots/compose/social';

await run({
  findProviders: configuredProviders,
  stripeUrl: process.env['STRIPE_ORIGIN'] ?? null,
});
