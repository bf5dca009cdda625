import * as z from 'zod/mini';
import { complaints, longestName, passwordLength } from './person-limits.ts';
import { email, id, line, moment } from '#contract/fields';
import { route } from '#contract/route';

/** A person with an account, without their credentials. */
export const User = z.object({
  id,
  /** As typed, trimmed; compared case-insensitively. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  provider: z.enum(['email', 'google', 'facebook']),
  /** The e-mail address has been proven. */
  verified: z.boolean(),
  /** `expired`: the trial is over and nothing was bought. */
  subscriptionStatus: z.enum(['trial', 'active', 'lifetime', 'past_due', 'canceled', 'expired']),
  trialEndsAt: moment,
  createdAt: moment,
});
export type User = Readonly<z.output<typeof User>>;

function nameField(label: 'First name' | 'Last name', missing: string) {
  return line({
    missing,
    most: longestName,
    tooLong: `${label} must be at most ${longestName} characters`,
    unusable: `${label} contains characters that are not allowed`,
  });
}

/** A person's name and email address, as they type them. */
export const personFields = {
  firstName: nameField('First name', complaints.firstName),
  lastName: nameField('Last name', complaints.lastName),
  email: email(complaints.email),
};

/** A password, new or typed again. */
export function passwordField(tooShort: string = complaints.password, label = 'Password') {
  const { min, max } = passwordLength;
  return z
    .string(tooShort)
    .check(
      z.minLength(min, tooShort),
      z.maxLength(max, `${label} must be at most ${max} characters`),
    );
}

type TypedTwice = { readonly newPassword: string; readonly confirmPassword: string };

/** Checks that a new password was typed twice. */
export function passwordsMatch<Typed extends TypedTwice>() {
  return z.refine<Typed>(({ newPassword, confirmPassword: again }) => again === newPassword, {
    path: ['confirmPassword'],
    error: complaints.mismatch,
  });
}

/** What a person may change about themselves. Absent fields stay as they are. */
const ProfileChanges = z.partial(z.object(personFields));
export type ProfileChanges = z.output<typeof ProfileChanges>;

const NewPassword = z
  .object({
    currentPassword: passwordField(complaints.currentPassword),
    newPassword: passwordField(complaints.newPassword),
    confirmPassword: passwordField(complaints.confirmPassword),
  })
  .check(passwordsMatch());

/** The password of the signed-in person, typed again. */
const TypedPassword = z.object({ password: passwordField() });

export const changeProfile = route('PUT /api/profile', {
  audit: 'profile_changed',
  body: ProfileChanges,
  answer: User,
});
/** The person of a session or a key. */
export const showAccount = route('GET /api/v1/account', {
  scope: 'account:read',
  summary: 'Show the account',
  answer: User,
});
/** The name alone: a person confirms a new address in the application. */
export const rename = route('PATCH /api/v1/account', {
  scope: 'account:write',
  summary: 'Change the name of the person',
  example: { firstName: 'Ada' },
  audit: 'profile_changed',
  body: z.pick(ProfileChanges, { firstName: true, lastName: true }),
  answer: User,
});
export const changePassword = route('PUT /api/profile/password', {
  audit: 'password_changed',
  body: NewPassword,
});
export const deleteAccount = route('DELETE /api/profile', {
  audit: 'account_deleted',
  body: TypedPassword,
});

/** The address that becomes the account's once its link is opened; null when none is pending. */
export const readEmailChange = route('GET /api/v1/account/email-change', {
  scope: 'account:read',
  summary: 'Show the pending change of the email address',
  answer: z.object({ email: z.nullable(z.string()) }),
});
export const cancelEmailChange = route('DELETE /api/profile/email-change', {
  audit: 'profile_changed',
});
export const resendVerification = route('POST /api/auth/resend-verification', {
  audit: 'verification_requested',
  status: 202,
  answer: z.object({ message: z.string() }),
});
/** Every row stored about the person, as JSON and as CSV: a ZIP archive. */
export const exportAccount = route('GET /api/v1/account/export', {
  scope: 'account:export',
  summary: 'Download everything about the account',
  file: ['application/zip'],
  audit: 'account_exported',
});
export const reauthenticate = route('POST /api/auth/reauthenticate', {
  audit: 'password_proven',
  body: TypedPassword,
});
