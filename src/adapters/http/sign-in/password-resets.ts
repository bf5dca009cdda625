import * as contract from '#contract/sign-in';
import type { RequestReset } from '#core/accounts/passwords/request-reset';
import type { ResetPassword } from '#core/accounts/passwords/reset-password';
import { setAccount } from '#adapters/http/frame/concerned';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { requesterOf } from './login-visitor.ts';

export type PasswordResetRoutesPorts = {
  readonly devices: DeviceCookie;
  readonly requestReset: RequestReset;
  readonly resetPassword: ResetPassword;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/** The same whether or not there is such an account. */
const requested = {
  message: 'If an account has this address, we sent a link to reset its password.',
};

/** Resetting a forgotten password. */
export function passwordResetRoutes(ports: PasswordResetRoutesPorts): Mountable[] {
  const { devices, requestReset, resetPassword } = ports;
  const requesterAt = requesterOf(ports);

  return [
    on(contract.forgotPassword, async ({ body, request }) => {
      setAccount(request, { kind: 'named', email: body.email });
      await requestReset(body.email, requesterAt(request));
      return requested;
    }),
    on(contract.resetPassword, async ({ body, request, headers }) => {
      const userId = await resetPassword(body.token, body.newPassword);
      setAccount(request, { kind: 'known', userId });
      headers['set-cookie'] = devices.give(request, userId);
    }),
  ];
}
