/** How long a question takes, in milliseconds; NaN when it is not answered. */
export type Measured = {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  /** The engine's CPU time of one answer. */
  readonly cpu: number;
};

/** Asks once, and then `rounds` times, and prints the times; or why there is no answer. */
export async function measure(
  name: string,
  {
    ask,
    rounds,
    cpuMs,
  }: {
    readonly ask: () => Promise<unknown>;
    readonly rounds: number;
    readonly cpuMs: () => number;
  },
): Promise<Measured> {
  const durations: number[] = [];
  const timed = async () => {
    const startMs = performance.now();
    await ask();
    return performance.now() - startMs;
  };
  try {
    const first = await timed();
    const fromMs = cpuMs();
    while (durations.length < rounds) durations.push(await timed());
    const cpu = (cpuMs() - fromMs) / rounds;
    durations.sort((left, right) => left - right);
    const at = (part: number) => durations[Math.floor((durations.length - 1) * part)] ?? 0;
    const measured = { name, p50: at(0.5), p95: at(0.95), cpu };
    const texts = [first, measured.p50, measured.p95, cpu].map((ms) => ms.toFixed(0).padStart(6));
    const [ofFirst, p50, p95, ofCpu] = texts;
    console.log(`${name.padEnd(55)} first ${ofFirst}  p50 ${p50}  p95 ${p95}  CPU ${ofCpu}`);
    return measured;
  } catch (error) {
    console.log(`${name.padEnd(55)} fails: ${String(error).slice(0, 100)}`);
    return { name, p50: Number.NaN, p95: Number.NaN, cpu: Number.NaN };
  }
}
