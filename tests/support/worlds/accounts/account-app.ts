import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import { accountWorld, type WorldOptions } from './account-world.ts';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { clientsOf } from './postgres-people.ts';

/** The ways into accounts in their frame, over memory by default. */
export function accountApp(options: WorldOptions = {}) {
  const world = accountWorld(options);
  const log = memoryLog();
  const url = options.appUrl ?? appUrl;
  const from = { address: '203.0.113.7' };
  const clients = clientsOf(world, () => from.address);
  const app: Answers = frame({ appUrl: url, log, isOutage: () => false }).use(
    mounted(clients, signInRoutes(world.ports, clients)),
  );
  return { app, log, world, from };
}
