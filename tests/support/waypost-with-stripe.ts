// A Waypost whose Stripe is a stand-in, whose address it is given.
import { run } from '#roots/run';
import { configuredProviders } from '#roots/social';

await run({
  findProviders: configuredProviders,
  stripeUrl: process.env['STRIPE_ORIGIN'] ?? null,
});
