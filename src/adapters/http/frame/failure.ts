import { ElysiaCustomStatusResponse, NotFoundError, ParseError, ValidationError } from 'elysia';
import { invalid, notFound, Refusal, type Issue } from '#core/shared/refusal';

/** What went wrong with a request: no route takes it, the caller's mistake, or ours. */
export type Failure =
  | { readonly kind: 'unrouted' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'defect'; readonly error: unknown };

/**
 * Names whatever was thrown while a request was answered. Nothing of the request is kept but the
 * paths and messages of the schemas, which are ours.
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

/** A parser that refuses is wrapped by the framework: the refusal is what the caller is told. */
function parseFailure(error: ParseError): Failure {
  const refusal =
    error.cause instanceof Refusal ? error.cause : new Refusal('malformed', 'Malformed request');
  return { kind: 'refused', refusal };
}

function validationFailure(error: ValidationError): Failure {
  if (error.type === 'response') return { kind: 'defect', error: new Error('Unexpected answer') };
  if (error.type === 'params') return { kind: 'refused', refusal: notFound() };

  const [first = { path: '', message: 'Invalid request' }, ...rest] = issuesOf(error);
  return { kind: 'refused', refusal: invalid(first, ...rest) };
}

/** Issues of the schema, each once; one about the whole body has the path ''. */
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

/** A bare status that was thrown: known ones become their refusal, all else is a defect. */
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
