import { accountRoutes } from '#adapters/http/accounts/accounts';
import { mounted } from '#adapters/http/frame/on';
import { frame } from '#adapters/http/frame/frame';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { accountWorld, type WorldOptions } from './account-world.ts';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';

/** The accounts' routes in their frame, over memory by default. */
export function accountApp(options: WorldOptions = {}) {
  const world = accountWorld(options);
  const log = memoryLog();
  const url = options.appUrl ?? appUrl;
  const from = { address: '203.0.113.7' };
  const session = { cookie: sessionCookie(url), currentUser: world.currentUser };
  const routes = accountRoutes({
    session,
    devices: world.devices,
    register: world.register,
    logIn: world.logIn,
    logOut: world.logOut,
    addressOf: () => from.address,
  });
  const app: Answers = frame({ appUrl: url, log, isOutage: () => false }).use(
    mounted({ session }, routes),
  );
  return { app, log, world, from };
}
