import type { Step } from '#core/clicks/drain-batches';

type Options = {
  readonly clicks: () => Promise<Step>;
  readonly conversions: () => Promise<Step>;
  /** How each attempt at conversions ended. */
  readonly reportConversions: (step: Step) => void;
  /** Rings the loop when conversions are worth another attempt. */
  readonly wake: () => void;
};

/**
 * One step of the drain: conversions have their turn when no clicks wait, so that the clicks that
 * led to them are stored. While the store refuses conversions, clicks go on.
 */
export function clicksFirst({ clicks, conversions, reportConversions, wake }: Options) {
  let isPausing = false;

  return async (): Promise<Step> => {
    const step = await clicks();
    if (step.kind !== 'idle' || isPausing) return step;

    const taken = await conversions();
    reportConversions(taken);
    if (taken.kind !== 'later') return taken;
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      wake();
    }, taken.afterMs).unref();
    return step;
  };
}
