import { invalid, Refusal } from '#core/shared/refusal';
import { bodyTooLarge, readWithin, usualMostBytes } from './read-within.ts';

const maxDepth = 20;
const maxArrayLength = 1000;

/**
 * The JSON value of a request; null when the body is empty. Refuses other media types, more than
 * `mostBytes` (declared or counted while reading), and JSON that no route accepts.
 */
export async function readJsonBody(
  request: Request,
  mostBytes = usualMostBytes,
  media: readonly string[] = ['application/json'],
): Promise<unknown> {
  refuseOversize(request, mostBytes);
  const stream = request.body;
  const type = request.headers.get('content-type');
  if (stream === null && type === null) return null;

  refuseOtherMedia(type, media);
  const text = await readTextBody(request, mostBytes);
  if (text.trim() === '') return null;
  return inert(parse(text));
}

/** The JSON text of a request, exactly as signed and not parsed. */
export async function readJsonText(request: Request): Promise<string> {
  refuseOtherMedia(request.headers.get('content-type'), ['application/json']);
  return readTextBody(request);
}

/** The text of a request. Refuses more than `mostBytes`, and invalid UTF-8. */
export async function readTextBody(request: Request, mostBytes = usualMostBytes): Promise<string> {
  refuseOversize(request, mostBytes);
  const limits = {
    maxBytes: mostBytes,
    tooLarge: () => bodyTooLarge('The request body', mostBytes),
  };
  return decode(await readWithin(request.body, limits));
}

function refuseOversize({ headers }: Request, mostBytes: number): void {
  const declared = Number(headers.get('content-length'));
  if (declared > mostBytes) throw bodyTooLarge('The request body', mostBytes);
}

function refuseOtherMedia(type: string | null, media: readonly string[]): void {
  const essence = type?.split(';', 1)[0]?.trim().toLowerCase();
  if (essence !== undefined && media.includes(essence)) return;
  throw new Refusal('unsupported_media_type', 'Send JSON with Content-Type: application/json');
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('malformed', 'The request body must be UTF-8');
  }
}

/** Too deep nesting makes the parser throw too. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed', 'The request body must be valid JSON');
  }
}

/**
 * The value without the keys that could reach a prototype. Refuses excess depth and length, and
 * text that Postgres or UTF-8 cannot store. Walks level by level, so that depth needs no stack.
 */
function inert(root: unknown): unknown {
  let level: unknown[] = [root];

  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw invalid({ path: '', message: 'The JSON is nested too deeply' });
    level = level.flatMap(childrenOf);
  }
  return root;
}

function childrenOf(value: unknown): unknown[] {
  if (typeof value === 'string') refuseUnstorable(value);
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return childrenOfArray(value);

  for (const key of ['__proto__', 'constructor', 'prototype']) Reflect.deleteProperty(value, key);
  Object.keys(value).forEach(refuseUnstorable);
  return Object.values(value);
}

function childrenOfArray(values: unknown[]): unknown[] {
  if (values.length <= maxArrayLength) return values;
  throw invalid({ path: '', message: 'A list may have at most 1,000 entries' });
}

function refuseUnstorable(text: string): void {
  if (!text.includes('\0') && text.isWellFormed()) return;
  throw invalid({ path: '', message: 'Text contains characters that cannot be stored' });
}
