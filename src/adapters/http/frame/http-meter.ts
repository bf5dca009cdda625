import { tally, type TallyReading } from '#core/shared/limits/tally';

/** Counts the application's answers in memory. */
export type HttpMeter = {
  /** `route` is the pattern; empty when none matched. */
  answer(answered: HttpAnswer, seconds: number): void;
  /** The code of an error that a caller got. */
  problem(code: string): void;
  read(): {
    readonly answers: readonly (HttpAnswer & { readonly count: number })[];
    readonly problems: ReadonlyMap<string, number>;
    readonly durations: TallyReading;
  };
};

type HttpAnswer = { readonly method: string; readonly route: string; readonly status: number };

/** In seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Bun passes on no other methods. A method that a later version adds counts as `other`. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function httpMeter(): HttpMeter {
  const answers = new Map<string, HttpAnswer & { count: number }>();
  const problems = new Map<string, number>();
  const durations = tally(bounds);

  return {
    answer({ method: asked, route, status }, seconds) {
      const method = methods.has(asked) ? asked : 'other';
      const key = `${method} ${route} ${status}`;
      const known = answers.get(key);
      if (known === undefined) answers.set(key, { method, route, status, count: 1 });
      else known.count += 1;
      durations.record(seconds);
    },
    problem(code) {
      problems.set(code, (problems.get(code) ?? 0) + 1);
    },
    read: () => ({
      answers: [...answers.values()],
      problems: new Map(problems),
      durations: durations.read(),
    }),
  };
}
