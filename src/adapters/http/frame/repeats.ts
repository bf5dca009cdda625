import * as z from 'zod/mini';
import { isRepeatable, type Route } from '#contract/route';
import { type IdempotentCalls, once } from '#core/accounts/idempotent-calls';
import type { Digest } from '#core/accounts/sign-in/session';
import type { NewId } from '#core/shared/ids';
import { invalid } from '#core/shared/refusal';
import { type Clock, minuteMs } from '#core/shared/time';
import type { HeavyAnswers, Requester } from '#adapters/http/heavy/heavy-answers';
import { jsonOf } from './json-of.ts';
import { bodyTooLarge, readWithin, usualMostBytes } from './read-within.ts';
import { versionTag } from './seen-version.ts';

/** What repeats of a call are recognised by. */
export type Repeats = {
  readonly calls: IdempotentCalls;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly clock: Clock;
  /** Limits how many files are received at once. */
  readonly uploads: HeavyAnswers;
};

const path = 'Idempotency-Key';

/**
 * The idempotency key of a write, in its bare or its quoted form; null without one. Refuses `invalid`
 * for a malformed one, and where no answer can be kept: that of a secret, and of a large file.
 */
export function idempotencyKeyOf({ headers }: Request, route: Route): string | null {
  const sent = headers.get('idempotency-key');
  if (sent === null || route.method === 'GET' || route.method === 'DELETE') return null;
  if (!isRepeatable(route)) {
    throw invalid({ path, message: 'The answer of this call is not kept: send no key' });
  }
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw invalid({ path, message: 'Send 1 to 255 visible ASCII characters' });
}

/**
 * The file in the body, for the comparison of calls. The handler can still read it. Refuses `busy` when
 * too many files are received, and `too_large`.
 */
export async function fileIn(
  { uploads }: Repeats,
  { userId, request }: Requester,
  { mostBytes: maxBytes = usualMostBytes }: Route,
): Promise<string> {
  const limits = {
    maxBytes,
    limitMs: minuteMs,
    tooLarge: () => bodyTooLarge('The file', maxBytes),
  };
  const bytes = await uploads.run({ userId, request }, () =>
    readWithin(request.clone().body, limits),
  );
  return Buffer.from(bytes).toString('latin1');
}

/** One call: who sends it, and what it asks. */
type Asked = {
  readonly userId: string;
  readonly key: string;
  readonly route: Route;
  /** The parts that make it another request. */
  readonly parts: Readonly<Record<'params' | 'query' | 'json', unknown>>;
};

/** The answer of the first of equal calls. `work` gets the id of the thing that it makes. */
export async function answerOnce(
  { calls, digest, newId, clock }: Repeats,
  { userId, key, route, parts }: Asked,
  work: (chosenId: string) => Promise<{ readonly status: number; readonly value: unknown }>,
): Promise<Response> {
  const atMs = clock.now();
  const fingerprint = digest(`${route.name} ${canonical(parts)}`);
  const call = { userId, key, fingerprint, chosenId: newId(atMs), atMs };
  const { answer, isRepeated } = await once(calls, call, async (chosenId) => {
    const { status, value } = await work(chosenId);
    const text = value === undefined ? '' : JSON.stringify(value);
    return { status, text, isPassing: hasPassing(value) };
  });
  const headers = {
    ...(answer.text !== '' && { 'content-type': 'application/json' }),
    ...(isRepeated && { 'idempotency-replayed': 'true', ...tagOf(answer.text) }),
  };
  return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers });
}

/** Whether a part of a batch was refused because there was too much to do, or something was away. */
function hasPassing(value: unknown): boolean {
  const batch = z.safeParse(batchAnswer, value);
  return batch.success && batch.data.results.some(({ status }) => status === 429 || status === 503);
}

const batchAnswer = z.object({ results: z.array(z.object({ status: z.int() })) });

/** The tag of a kept answer: that of a thing with a version. Its handler does not run again. */
function tagOf(text: string): { readonly etag?: string } {
  const kept = z.safeParse(versioned, jsonOf(text));
  return kept.success ? versionTag(kept.data) : {};
}

const versioned = z.object({ version: z.int() });

/** JSON in which the order of fields does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
