const everyMs = 700;

/** For development: loads the page again once there is a newer build than the one it came from. */
export async function reloadAfterBuilds(): Promise<void> {
  const first = await built();
  setInterval(() => {
    void built().then((latest) => {
      if (latest !== first) window.location.reload();
    });
  }, everyMs);
}

/** Which build the server has; the last one known while it starts anew. */
async function built(): Promise<string> {
  const answer = await fetch('/assets/build.txt', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) known = await answer.text();
  return known;
}

let known = '';
