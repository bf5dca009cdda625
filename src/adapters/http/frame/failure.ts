import { ElysiaCustomStatusResponse, NotFoundError, ParseError, ValidationError } from 'elysia';
import { invalid, notFound, Refusal, type Issue } from '#core/shared/refusal';

/** Why a request failed: no route matches, the caller's mistake, or a defect. */
export type Failure =
  | { readonly kind: 'unrouted' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'defect'; readonly error: unknown };

/**
 * Classifies an error that was thrown while a request was answered. It keeps nothing of the request
 * except the schemas' own paths and messages.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) return { kind: 'refused', refusal: error };
  if (error instanceof ValidationError) return validationFailure(error);
  if (error instanceof NotFoundError) return { kind: 'unrouted' };
  if (error instanceof ParseError) return parseFailure(error);
  if (error instanceof ElysiaCustomStatusResponse) return statusFailure(Number(error.code), error);
  if (error instanceof Response) return statusFailure(error.status, error);
  return { kind: 'defect', error };
}

/** The framework wraps a parser's refusal; the client gets the refusal. */
function parseFailure(error: ParseError): Failure {
  const refusal =
    error.cause instanceof Refusal ? error.cause : new Refusal('malformed', 'Malformed request');
  return { kind: 'refused', refusal };
}

function validationFailure(error: ValidationError): Failure {
  if (error.type === 'response') return { kind: 'defect', error: new Error('Unexpected response') };
  if (error.type === 'params') return { kind: 'refused', refusal: notFound() };

  const [first = { path: '', message: 'Invalid request' }, ...rest] = issuesOf(error);
  return { kind: 'refused', refusal: invalid(first, ...rest) };
}

/** Issues of the schema, each once. One about the whole body has the path ''. */
function issuesOf(error: ValidationError): Issue[] {
  const issues = new Map<string, Issue>();

  for (const found of error.all) {
    const path = 'path' in found && typeof found.path === 'string' ? found.path : '';
    const issue = { path, message: found.summary ?? 'Invalid value' };
    issues.set(`${path} ${issue.message}`, issue);
  }
  return [...issues.values()].map((issue) =>
    issue.path === 'root' ? { path: '', message: 'Send a JSON object' } : issue,
  );
}

/** A bare status that was thrown: known ones become their refusal, others are defects. */
function statusFailure(status: number, error: unknown): Failure {
  const refusal = bareRefusal(status);
  return refusal === null ? { kind: 'defect', error } : { kind: 'refused', refusal };
}

function bareRefusal(status: number): Refusal | null {
  switch (status) {
    case 400:
      return new Refusal('malformed', 'Malformed request');
    case 401:
      return new Refusal('unauthenticated', 'Not signed in');
    case 403:
      return new Refusal('forbidden', 'Not allowed');
    case 404:
      return notFound();
    case 409:
      return new Refusal('conflict', 'Conflict');
    case 413:
      return new Refusal('too_large', 'The request is too large');
    case 415:
      return new Refusal('unsupported_media_type', 'Send JSON');
    case 422:
      return new Refusal('invalid', 'Invalid request');
    case 429:
      return new Refusal('too_many_requests', 'Too many requests', { retryAfterSeconds: 1 });
    case 503:
      return new Refusal('unavailable', 'Unavailable', { retryAfterSeconds: 1 });
    default:
      return null;
  }
}
