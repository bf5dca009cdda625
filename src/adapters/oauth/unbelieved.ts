import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { ZodError } from 'zod';
import type { Identification } from '#core/accounts/sign-in/social-identity';
import { ProviderAway } from './reach.ts';

/** Converts a failed identification to its result; throws defects of ours. */
export function unbelieved(error: unknown): Identification {
  if (error instanceof ProviderAway) return { kind: 'away' };
  if (error instanceof AuthorizationResponseError) return refusedThere(error.error);
  if (error instanceof ZodError || error instanceof SyntaxError) {
    return { kind: 'untrusted', why: 'not the expected fields' };
  }
  if (
    error instanceof OperationProcessingError ||
    error instanceof ResponseBodyError ||
    error instanceof UnsupportedOperationError ||
    error instanceof WWWAuthenticateChallengeError
  ) {
    return { kind: 'untrusted', why: error.code ?? error.name };
  }
  throw error;
}

/** The error codes of RFC 6749, 4.1.2.1. */
function refusedThere(code: string): Identification {
  switch (code) {
    case 'access_denied':
      return { kind: 'cancelled' };
    case 'server_error':
    case 'temporarily_unavailable':
      return { kind: 'away' };
    default:
      return { kind: 'untrusted', why: 'the provider refused the request' };
  }
}
