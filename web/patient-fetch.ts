const mostRetries = 4;
const longestWaitSeconds = 10;
/** Tabs that were refused together do not come back together. */
const spreadMs = 1000;

/**
 * As `fetch`, but a reading call that Waypost refuses because other large answers are being prepared
 * (several tabs, an export) is made again when the answer says so, a few times. Every other answer,
 * other 503s among them, is given as it is.
 */
export async function patientFetch(
  address: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const answer = await fetch(address, init);
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
