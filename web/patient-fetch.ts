const mostRetries = 4;
const longestWaitSeconds = 10;
/** A random delay of up to this, so that several tabs do not retry together. */
const spreadMs = 1000;

/**
 * Like `fetch`, but repeats a GET that the server rejects with code `busy`: it is preparing other
 * large answers, for other tabs or an export. Waits for `Retry-After` each time, at most ten
 * seconds, and retries at most four times. Returns every other response unchanged, other 503s
 * included.
 */
export async function patientFetch(
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const answer = await fetch(url, init);
    const isRead = init?.method === undefined || init.method === 'GET';
    if (!isRead || retry === mostRetries || !(await isBusy(answer))) return answer;

    const seconds = Number(answer.headers.get('retry-after')) || 1;
    await pause(Math.min(seconds, longestWaitSeconds) * 1000 + Math.random() * spreadMs);
  }
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
