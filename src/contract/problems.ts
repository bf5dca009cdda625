/** A kind of mistake, or of failure, that an answer of the API names by its code. */
type ProblemKind = {
  readonly status: number;
  /** The same in every answer with the code. */
  readonly title: string;
  /** When it is answered. */
  readonly means: string;
  /** What the caller should do. */
  readonly remedy: string;
};

/**
 * Every code of a problem. Stable and machine-readable: programs decide by the code, people read the
 * answer's `detail`.
 */
export const problems = {
  malformed: {
    status: 400,
    title: 'Malformed request',
    means: 'The address, a header or the body cannot be read: a body that is no JSON, for example.',
    remedy: 'Correct the request. Sending it again unchanged gives the same answer.',
  },
  invalid_link: {
    status: 400,
    title: 'Invalid link',
    means: 'A link from a mail was used before, or it is too old.',
    remedy: 'Ask for a new mail.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not signed in',
    means: 'There is no API key and no session, or the key is unknown or was revoked.',
    remedy: 'Send a valid key as `Authorization: Bearer …`. Keys are made under Settings, API.',
  },
  key_expired: {
    status: 401,
    title: 'Key expired',
    means: 'The API key was valid until a moment that its owner chose, and that moment has passed.',
    remedy: 'Make a new key, or set another end for this one, under Settings, API.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Wrong credentials',
    means: 'The email address or the password is wrong.',
    remedy: 'Type them again, or reset the password.',
  },
  plan_required: {
    status: 402,
    title: 'Plan required',
    means: 'The trial is over and nothing was bought, so the account cannot change its links.',
    remedy: 'Choose a plan under Settings, Billing. Links that exist continue to redirect.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    means: 'The account may not do this, or the request came from a page of another site.',
    remedy: 'Read `detail`. If the account is disabled, write to the operator.',
  },
  email_unverified: {
    status: 403,
    title: 'Email address not confirmed',
    means: 'This needs a confirmed email address.',
    remedy: 'Open the link in the mail that confirms the address.',
  },
  reauth_required: {
    status: 403,
    title: 'Password required again',
    means: 'The last proof of the password is too old for this change.',
    remedy: 'Type the password again in the application.',
  },
  scope_required: {
    status: 403,
    title: 'Scope required',
    means: 'The key is valid, but it does not have the scope of this call.',
    remedy: 'Make a key with the scope that `detail` and the header `WWW-Authenticate` name.',
  },
  session_required: {
    status: 403,
    title: 'Session required',
    means: 'Only a signed-in person can do this, because it proves or replaces the person.',
    remedy: 'Do it in the application.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    means: 'It does not exist, or it belongs to another account. Both have the same answer.',
    remedy: 'Check the id and the address.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    means: 'The address exists, but not with this method.',
    remedy: 'Use a method that the header `Allow` names.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    means: 'It does not fit what is stored: a name is taken, a limit is reached, or it has ended.',
    remedy: 'Read `detail`, read the resource again, and decide anew.',
  },
  alias_taken: {
    status: 409,
    title: 'Alias taken',
    means: 'Another link has this alias on this domain, or had it and keeps it reserved.',
    remedy: 'Choose another alias, or leave it out: then Waypost makes a code.',
  },
  external_id_taken: {
    status: 409,
    title: 'External id taken',
    means: 'Another link of the account has this external id.',
    remedy: 'Change that link with `PUT /api/v1/links`, or use another id.',
  },
  changed_meanwhile: {
    status: 412,
    title: 'Changed meanwhile',
    means:
      'The thing has another version than the one in `If-Match`. The problem names the present one.',
    remedy: 'Read it again, look at what changed, and send your change with the present version.',
  },
  idempotency_running: {
    status: 409,
    title: 'Still running',
    means: 'An earlier request with the same `Idempotency-Key` has not ended yet.',
    remedy: 'Wait as long as `Retry-After` says, and send the same request again.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'Key of another request',
    means:
      'The `Idempotency-Key` was used in the last 24 hours for a request with another content.',
    remedy: 'Use a new key for a new request, and the same key for a repeat alone.',
  },
  alias_limit: {
    status: 409,
    title: 'Too many aliases',
    means: 'The account has used as many different aliases as it can.',
    remedy: 'Leave the alias out: links with a code have no such limit.',
  },
  link_limit: {
    status: 409,
    title: 'Too many links',
    means: 'The account has as many links as it can have.',
    remedy: 'Delete links that nobody needs.',
  },
  email_taken: {
    status: 409,
    title: 'Email address taken',
    means: 'Another account has this email address.',
    remedy: 'Sign in with it, or use another address.',
  },
  already_confirmed: {
    status: 409,
    title: 'Already confirmed',
    means: 'The email address is confirmed already.',
    remedy: 'Nothing is left to do.',
  },
  payment_open: {
    status: 409,
    title: 'Payment open',
    means: 'The payment has not succeeded yet.',
    remedy: 'Confirm the card, or wait until the provider has finished.',
  },
  already_subscribed: {
    status: 409,
    title: 'Already subscribed',
    means: 'The account has a subscription.',
    remedy: 'Nothing is left to do.',
  },
  already_lifetime: {
    status: 409,
    title: 'Already paid for life',
    means: 'The account has lifetime access.',
    remedy: 'Nothing is left to do.',
  },
  gone: {
    status: 410,
    title: 'No longer possible',
    means: 'The time in which this was possible is over.',
    remedy: 'Do not send it again.',
  },
  too_large: {
    status: 413,
    title: 'Too large',
    means: 'The body or the file is larger than this call accepts.',
    remedy: 'Send less at once.',
  },
  uri_too_long: {
    status: 414,
    title: 'Address too long',
    means: 'The address is longer than 8,192 characters.',
    remedy: 'Shorten the parameters.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    means: 'The header `Content-Type` names a type that this call does not read.',
    remedy: 'Send JSON with `Content-Type: application/json`, or the type that the call names.',
  },
  misdirected: {
    status: 421,
    title: 'Wrong host',
    means: 'Waypost does not serve the API at this host name.',
    remedy: 'Use the address of the application, not the one of short links.',
  },
  invalid: {
    status: 422,
    title: 'Invalid input',
    means: 'A field or a parameter is wrong, missing or unknown. `issues` names each.',
    remedy: 'Correct what `issues` names. A value is never repeated in the answer.',
  },
  blocked: {
    status: 422,
    title: 'Destination blocked',
    means: 'A destination is on the list of forbidden ones.',
    remedy: 'Use another destination, or write to the operator if the list is wrong.',
  },
  cursor_mismatch: {
    status: 422,
    title: 'Cursor of another question',
    means: 'The cursor was made for other filters, another order or another range.',
    remedy: 'Ask for the first page again, without a cursor.',
  },
  invalid_statement: {
    status: 422,
    title: 'Invalid statement',
    means: 'The SQL statement has an error, or it reads what it may not read.',
    remedy: 'Read `detail`, and correct the statement.',
  },
  statement_limit: {
    status: 422,
    title: 'Statement too heavy',
    means: 'The SQL statement needs more time, memory or rows than it may have.',
    remedy: 'Narrow it: a shorter time, fewer columns, or a LIMIT.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    means:
      'The limit of this kind of call is reached. The headers `RateLimit` say how much is left.',
    remedy: 'Wait as many seconds as `Retry-After` says, and send the same request again.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    means: 'Waypost failed. The error is in the log of the operator, under the `requestId`.',
    remedy: 'Send it again. If it stays, tell the operator the `requestId`.',
  },
  not_supported: {
    status: 501,
    title: 'Not supported',
    means: 'This installation cannot do this.',
    remedy: 'Ask the operator.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    means: 'Something that Waypost needs is away for a moment, or it is starting.',
    remedy: 'Wait as many seconds as `Retry-After` says, and send the same request again.',
  },
  busy: {
    status: 503,
    title: 'Busy',
    means: 'Too many long answers are being prepared at once.',
    remedy: 'Wait as many seconds as `Retry-After` says, and send the same request again.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof problems;
