const everyMs = 700;

/** Development only. Polls for a newer build and reloads the page when there is one. */
export async function reloadAfterBuilds(): Promise<void> {
  const first = await built('');
  setInterval(() => void reloadWhenBuilt(first), everyMs);
}

async function reloadWhenBuilt(first: string): Promise<void> {
  if ((await built(first)) !== first) window.location.reload();
}

/** Returns the stamp of the server's build, or `known` while the server restarts. */
async function built(known: string): Promise<string> {
  const answer = await fetch('/assets/build.txt', { cache: 'no-store' }).catch(() => null);
  return answer?.ok ? answer.text() : known;
}
