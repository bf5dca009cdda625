import * as z from 'zod/mini';
import { complaints } from './person-limits.ts';
import { email, moment } from '#contract/fields';
import { passwordField, passwordsMatch, personFields, User } from './profile.ts';
import { route } from '#contract/route';

export const Registration = z.object({ ...personFields, password: passwordField() });
export type Registration = z.output<typeof Registration>;

export const Credentials = z.object({
  email: email(complaints.loginEmail),
  password: passwordField(),
});
export type Credentials = z.output<typeof Credentials>;

const token = (incomplete: string) => z.string(incomplete).check(z.maxLength(200, incomplete));

const PasswordReset = z
  .object({
    token: token('The reset link is incomplete'),
    newPassword: passwordField(complaints.newPassword, 'New password'),
    confirmPassword: z.string(complaints.confirmPassword),
  })
  .check(passwordsMatch());
export type PasswordReset = z.output<typeof PasswordReset>;

// Calls that open a session set its cookie, and the cookie by which the account knows the browser.
export const register = route('POST /api/register', {
  caller: 'anybody',
  audit: 'account_opened',
  body: Registration,
  status: 201,
  answer: User,
});
export const logIn = route('POST /api/auth/login', {
  caller: 'anybody',
  audit: 'signed_in',
  body: Credentials,
  answer: z.object({ user: User }),
});
export const logOut = route('POST /api/auth/logout', { caller: 'anybody', audit: 'signed_out' });
/**
 * The signed-in person. 401 when nobody is signed in; the response also removes the cookie of a
 * session that has ended.
 */
export const readUser = route('GET /api/auth/user', {
  caller: 'anybody',
  answer: z.extend(User, {
    /** Present only for people who run this instance. */
    isOperator: z.optional(z.literal(true)),
  }),
});

/** Mails a reset link. The response does not show whether the address has an account. */
export const forgotPassword = route('POST /api/auth/forgot-password', {
  caller: 'anybody',
  audit: 'reset_requested',
  body: z.object({ email: personFields.email }),
  status: 202,
  answer: z.object({ message: z.string() }),
});
export const resetPassword = route('POST /api/auth/reset-password', {
  caller: 'anybody',
  audit: 'password_reset',
  body: PasswordReset,
});
export const verifyEmail = route('POST /api/auth/verify-email', {
  caller: 'anybody',
  audit: 'email_verified',
  body: z.object({ token: token('The link is incomplete') }),
});

/** The supported identity providers. */
export const socialProviders = ['google', 'facebook'] as const;
export type SocialProvider = (typeof socialProviders)[number];

/** The ways to sign in to an account. */
export const SignInWays = z.object({
  hasPassword: z.boolean(),
  /** The linked providers. */
  providers: z.array(z.enum(socialProviders)),
});
export type SignInWays = z.output<typeof SignInWays>;

/** The screen that opens afterwards; absent: the dashboard. */
const next = z.object({ next: z.optional(z.string()) });
/** The parameters that a provider adds to the address. */
const fields = z.record(z.string(), z.string());

// Sign-in at a provider: redirects of the browser. A provider that is not configured answers 404.
export const goToGoogle = route('GET /api/auth/google', { caller: 'anybody', query: next });
export const goToFacebook = route('GET /api/auth/facebook', { caller: 'anybody', query: next });
export const returnFromGoogle = route('GET /api/auth/google/callback', {
  caller: 'anybody',
  audit: 'signed_in',
  query: fields,
});
export const returnFromFacebook = route('GET /api/auth/facebook/callback', {
  caller: 'anybody',
  audit: 'signed_in',
  query: fields,
});

export const listSignInWays = route('GET /api/profile/sign-in', { answer: SignInWays });

/** One session of a person, as the person sees it. */
export const ActiveSession = z.object({
  /** Identifies the session to its owner. It cannot be used to sign in. */
  id: z.string(),
  /** The session of this request. */
  isCurrent: z.boolean(),
  /** Display names; empty when unknown. */
  browser: z.string(),
  os: z.string(),
  createdAt: moment,
  /** When it ends unless it is used before. */
  expiresAt: moment,
});
export type ActiveSession = z.output<typeof ActiveSession>;

export const listSessions = route('GET /api/sessions', { answer: z.array(ActiveSession) });
export const endOtherSessions = route('DELETE /api/sessions', { audit: 'other_sessions_ended' });
export const endSession = route('DELETE /api/sessions/:session', { audit: 'session_ended' });
