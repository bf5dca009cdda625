import { cancelEmailChange, pendingEmail } from '#core/accounts/emails/change-email';
import { changePassword } from '#core/accounts/passwords/change-password';
import { changeProfile } from '#core/accounts/change-profile';
import { deleteAccount } from '#core/accounts/delete-account';
import { logIn } from '#core/accounts/sign-in/log-in';
import { logOut } from '#core/accounts/sign-in/log-out';
import { reauthenticate } from '#core/accounts/sign-in/reauthenticate';
import { register } from '#core/accounts/register';
import { requestReset } from '#core/accounts/passwords/request-reset';
import { resendVerification } from '#core/accounts/emails/resend-verification';
import { resetPassword } from '#core/accounts/passwords/reset-password';
import { verifyEmail } from '#core/accounts/emails/verify-email';

type PortsOf<UseCase extends (ports: never) => unknown> = Parameters<UseCase>[0];

type ComingPorts = PortsOf<typeof register> & PortsOf<typeof logIn> & PortsOf<typeof logOut>;

/** The use cases for the routes of sign-up, login and logout. */
export function comingAndGoing(ports: ComingPorts) {
  return { register: register(ports), logIn: logIn(ports), logOut: logOut(ports) };
}

type ProfilePorts = PortsOf<typeof changeProfile> &
  PortsOf<typeof changePassword> &
  PortsOf<typeof deleteAccount>;

/** The use cases for the routes of one's own profile. */
export function profileCases(ports: ProfilePorts) {
  return {
    changeProfile: changeProfile(ports),
    changePassword: changePassword(ports),
    deleteAccount: deleteAccount(ports),
  };
}

type ProofPorts = PortsOf<typeof verifyEmail> &
  PortsOf<typeof resendVerification> &
  PortsOf<typeof reauthenticate> &
  PortsOf<typeof pendingEmail>;

/** The use cases for the routes that prove addresses and passwords. */
export function proofCases(ports: ProofPorts) {
  return {
    verifyEmail: verifyEmail(ports),
    resendVerification: resendVerification(ports),
    reauthenticate: reauthenticate(ports),
    pendingEmail: pendingEmail(ports),
    cancelEmailChange: cancelEmailChange(ports),
  };
}

type ResetPorts = PortsOf<typeof requestReset> & PortsOf<typeof resetPassword>;

/** The use cases for the routes of forgotten passwords. */
export function resetCases(ports: ResetPorts) {
  return { requestReset: requestReset(ports), resetPassword: resetPassword(ports) };
}
