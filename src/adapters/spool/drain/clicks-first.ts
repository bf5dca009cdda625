import type { Step } from '#core/clicks/drain-batches';

type Options = {
  readonly clicks: () => Promise<Step>;
  readonly conversions: () => Promise<Step>;
  /** Called after each attempt at conversions. */
  readonly reportConversions: (step: Step) => void;
  /** Wakes the loop when another attempt at conversions makes sense. */
  readonly wake: () => void;
};

/**
 * One step of the drain. Conversions run when no clicks wait, so that the clicks that led to them
 * are stored first. While the store refuses conversions, clicks continue.
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
