const everyMs = 700;

/** For development: loads the page again once there is a newer build than the one it came from. */
export async function reloadAfterBuilds(): Promise<void> {
  const first = await built('');
  setInterval(() => void reloadWhenBuilt(first), everyMs);
}

async function reloadWhenBuilt(first: string): Promise<void> {
  if ((await built(first)) !== first) window.location.reload();
}

/** Which build the server has; `known` while it starts anew. */
async function built(known: string): Promise<string> {
  const answer = await fetch('/assets/build.txt', { cache: 'no-store' }).catch(() => null);
  return answer?.ok ? answer.text() : known;
}
