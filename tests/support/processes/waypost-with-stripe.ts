// A Waypost whose Stripe is a stand-in, whose address it is given.
import { run } from '#roots/launch/run';
import { externalServices } from '#roots/external-services';

await run({ ...externalServices, stripe: process.env['STRIPE_ORIGIN'] ?? null });
