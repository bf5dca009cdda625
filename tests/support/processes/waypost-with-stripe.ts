// A Waypost with a double of Stripe at the given address.
import { run } from '#roots/launch/run';
import { externalServices } from '#roots/config/external-services';

await run({ ...externalServices, stripe: process.env['STRIPE_ORIGIN'] ?? null });
