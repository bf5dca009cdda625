import * as z from 'zod/mini';
import { email, id, line, moment } from './fields.ts';
import { route } from './route.ts';

/** Of passwords, in characters. Nothing is cut off, and all of Unicode is allowed. */
export const passwordLength = { min: 6, max: 256 } as const;
/** Of a first or last name, in UTF-16 units. */
export const longestName = 100;

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

/** A first or last name. */
function nameField(label: string) {
  return line({
    missing: `${label} is required`,
    most: longestName,
    tooLong: `${label} must be at most ${longestName} characters`,
    unusable: `${label} contains characters that are not allowed`,
  });
}

/** A password, new or typed again. */
function passwordField(tooShort: string) {
  const { min, max } = passwordLength;
  return z
    .string(tooShort)
    .check(
      z.minLength(min, tooShort),
      z.maxLength(max, `Password must be at most ${max} characters`),
    );
}

/** What a person may change about themselves. Absent fields stay as they are. */
const ProfileChanges = z.object({
  firstName: z.optional(nameField('First name')),
  lastName: z.optional(nameField('Last name')),
  email: z.optional(email('Please enter a valid email address')),
});
export type ProfileChanges = z.output<typeof ProfileChanges>;

const NewPassword = z
  .object({
    currentPassword: passwordField('Current password is required'),
    newPassword: passwordField(`New password must be at least ${passwordLength.min} characters`),
    confirmPassword: passwordField('Please confirm your password'),
  })
  .check(
    z.refine(({ newPassword, confirmPassword: again }) => again === newPassword, {
      path: ['confirmPassword'],
      error: "Passwords don't match",
    }),
  );

/** The password of the signed-in person, typed again. */
const TypedPassword = z.object({
  password: passwordField(`Password must be at least ${passwordLength.min} characters`),
});

export const changeProfile = route('PUT /api/profile', {
  audit: 'profile_changed',
  body: ProfileChanges,
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
export const readEmailChange = route('GET /api/profile/email-change', {
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
export const reauthenticate = route('POST /api/auth/reauthenticate', {
  audit: 'password_proven',
  body: TypedPassword,
});
