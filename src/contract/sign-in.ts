import * as z from 'zod/mini';
import { moment } from './fields.ts';
import { route } from './route.ts';

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
