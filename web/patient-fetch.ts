const mostRetries = 4;
const longestWaitSeconds = 10;
/** A random delay of up to this, so that several tabs do not retry together. */
const spreadMs = 1000;
/** A question that is too long for an address. It changes nothing, as a GET. */
const questions = '/api/v1/analytics/query';

/**
 * Like `fetch`, but repeats a GET or a question that the server rejects with code `busy`: it is
 * preparing other large answers, for other tabs or an export. Waits for `Retry-After` each time, at most ten
 * seconds, and retries at most four times. Returns every other response unchanged, other 503s
 * included.
 */
export async function patientFetch(
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const answer = await fetch(url, init);
    const isGet = init?.method === undefined || init.method === 'GET';
    const isRead = isGet || addressOf(url).endsWith(questions);
    if (!isRead || retry === mostRetries || !(await isBusy(answer))) return answer;

    const seconds = Number(answer.headers.get('retry-after')) || 1;
    await pause(Math.min(seconds, longestWaitSeconds) * 1000 + Math.random() * spreadMs);
  }
}

function addressOf(url: string | URL | Request): string {
  if (typeof url === 'string') return url;
  return url instanceof URL ? url.href : url.url;
}

async function isBusy(answer: Response): Promise<boolean> {
  if (answer.status !== 503) return false;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return (
    typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 'busy'
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
