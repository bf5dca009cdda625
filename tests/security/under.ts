/** The answers to an innocent caller, one after the other, and the attacker's number of requests. */
export type Suffered = {
  readonly answers: readonly { readonly status: number; readonly ms: number }[];
  readonly attacks: number;
};

/** Between an answer and the attacker's next request, which runs on this machine as well. */
const pauseMs = 10;

/**
 * Runs every attack again and again, all at once, and meanwhile `innocent`: `count` times, with a
 * pause of `everyMs` before each.
 */
export async function under(
  attacks: readonly (() => Promise<Response>)[],
  { count, everyMs }: { readonly count: number; readonly everyMs: number },
  innocent: () => Promise<Response>,
): Promise<Suffered> {
  const answers = [];
  let isOver = false;
  let sent = 0;
  const attackers = attacks.map(async (attack) => {
    while (!isOver) {
      await (await attack()).bytes();
      sent += 1;
      await Bun.sleep(pauseMs);
    }
  });
  try {
    for (let n = 0; n < count; n += 1) {
      await Bun.sleep(everyMs);
      const beganMs = performance.now();
      const answer = await innocent();
      await answer.bytes();
      answers.push({ status: answer.status, ms: performance.now() - beganMs });
    }
  } finally {
    isOver = true;
    await Promise.all(attackers);
  }
  return { answers, attacks: sent };
}

/** What the innocent caller met, in a sentence. */
export function said(what: string, { answers, attacks }: Suffered): string {
  const refused = answers.filter(({ status }) => status === 429 || status === 503).length;
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  return (
    `${what}: ${refused} of ${answers.length} of the innocent refused, ` +
    `slowest ${slowest.toFixed(0)} ms, under ${attacks} requests of the attacker`
  );
}
