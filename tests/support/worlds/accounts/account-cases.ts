import type { ProfileChanges } from '#contract/accounts/profile';
import type { Credentials, Registration, SocialProvider } from '#contract/accounts/sign-in';
import { changeProfile } from '#core/accounts/change-profile';
import { resendVerification, verifyEmail } from '#core/accounts/email-proofs';
import {
  changePassword,
  deleteAccount,
  reauthenticate,
} from '#core/accounts/passwords/own-password';
import {
  requestReset,
  resetPassword,
  type ResetRequester,
} from '#core/accounts/passwords/reset-password';
import type { AccountPorts } from '#core/accounts/ports';
import { register } from '#core/accounts/register';
import { logIn, type LoginVisitor } from '#core/accounts/sign-in/log-in';
import { receiveSocialLogin } from '#core/accounts/sign-in/receive-social-login';
import { currentUser, endSession } from '#core/accounts/sign-in/session';
import type { SocialIdentity } from '#core/accounts/sign-in/social-identity';
import {
  beginSocialLogin,
  finishSocialLogin,
  type Return,
} from '#core/accounts/sign-in/social-login';
import type { User } from '#core/accounts/user';

/** Where a signed-in person's request comes from, and the token of their session. */
type Origin = { readonly address: string; readonly token: string };
type Passwords = { readonly currentPassword: string; readonly newPassword: string };

/** The use cases of accounts with their ports. What a person gives comes before who they are. */
export function casesOf(ports: AccountPorts) {
  const now = () => new Date(ports.clock.now());
  return {
    register: (registration: Registration, visitor: LoginVisitor) =>
      register(ports, visitor, registration),
    logIn: (credentials: Credentials, visitor: LoginVisitor) => logIn(ports, visitor, credentials),
    logOut: (token: string) => endSession(ports, token),
    currentUser: (token: string) => currentUser(ports, token),
    changeProfile: (user: User, input: ProfileChanges, token: string) =>
      changeProfile(ports, { user, token }, input),
    changePassword: (user: User, input: Passwords, origin: Origin) =>
      changePassword(ports, { user, ...origin }, input),
    deleteAccount: (user: User, password: string, origin: Origin) =>
      deleteAccount(ports, { user, ...origin }, password),
    reauthenticate: (user: User, password: string, origin: Origin) =>
      reauthenticate(ports, { user, ...origin }, password),
    verifyEmail: (token: string, sessionToken: string | null) =>
      verifyEmail(ports, token, sessionToken),
    resendVerification: (user: User) => resendVerification(ports, user),
    pendingEmail: (userId: string) => ports.proofs.pendingChange(userId, now()),
    cancelEmailChange: (userId: string) => ports.proofs.cancelChange(userId, now()),
    requestReset: (email: string, requester: ResetRequester) =>
      requestReset(ports, requester, email),
    resetPassword: (token: string, newPassword: string) => resetPassword(ports, token, newPassword),
    receiveSocialLogin: (identity: SocialIdentity, visitor: LoginVisitor) =>
      receiveSocialLogin(ports, visitor, identity),
    beginSocialLogin: (provider: SocialProvider, next: string) =>
      beginSocialLogin(ports, provider, next),
    finishSocialLogin: (back: Return, visitor: LoginVisitor) =>
      finishSocialLogin(ports, visitor, back),
  };
}
