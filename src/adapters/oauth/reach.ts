import { allowInsecureRequests, customFetch } from 'oauth4webapi';
import { secondMs } from '#core/shared/time';

/** A provider that cannot be reached, is too slow, or reports an outage. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** A person waits for the answer, in front of an empty page. */
const limitMs = 8 * secondMs;

/**
 * Requests to a provider: one time limit for the whole answer, no redirects. Plain http only when
 * `origin` uses it, which no real provider does.
 */
export function reach(origin: string) {
  return { [customFetch]: whole, [allowInsecureRequests]: origin.startsWith('http:') };
}

type Asked = {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** A form, or nothing. */
  readonly body?: unknown;
};

async function whole(url: string, { method, headers: sent, body: form }: Asked): Promise<Response> {
  try {
    const body = form instanceof URLSearchParams ? form : null;
    const signal = AbortSignal.timeout(limitMs);
    const answer = await fetch(url, { method, headers: sent, body, redirect: 'manual', signal });
    if (answer.status >= 500) throw new ProviderAway(`The provider answered ${answer.status}`);
    const { status, headers } = answer;
    return new Response(await answer.arrayBuffer(), { status, headers });
  } catch (error) {
    throw new ProviderAway('The provider did not answer', { cause: error });
  }
}
