import { Elysia } from 'elysia';
import type { RequestReset } from '#core/accounts/passwords/request-reset';
import type { ResetPassword } from '#core/accounts/passwords/reset-password';
import { forgotPasswordBody, resetPasswordBody } from '#adapters/http/accounts/account-body';
import { setAccount } from '#adapters/http/frame/concerned';
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
export function passwordResetRoutes(ports: PasswordResetRoutesPorts) {
  const { devices, requestReset, resetPassword } = ports;
  const requesterAt = requesterOf(ports);

  return new Elysia({ name: 'password-resets' })
    .post(
      '/api/auth/forgot-password',
      async ({ body, request, set }) => {
        setAccount(request, { kind: 'named', email: body.email });
        await requestReset(body.email, requesterAt(request));
        set.status = 202;
        return requested;
      },
      { body: forgotPasswordBody },
    )
    .post(
      '/api/auth/reset-password',
      async ({ body, request, set }) => {
        const userId = await resetPassword(body.token, body.newPassword);
        setAccount(request, { kind: 'known', userId });
        set.status = 204;
        set.headers['set-cookie'] = devices.give(request, userId);
      },
      { body: resetPasswordBody },
    );
}
