import { useState } from 'react';

/** A question that takes the place of the button that leads to it. */
export type Question = {
  readonly isAsked: boolean;
  /** It was cancelled: the button is there again, and takes the focus. */
  readonly isCancelled: boolean;
  ask(): void;
  cancel(): void;
};

/** The state of such a question. */
export function useQuestion(): Question {
  const [state, setState] = useState<'asked' | 'cancelled'>();
  return {
    isAsked: state === 'asked',
    isCancelled: state === 'cancelled',
    ask: () => setState('asked'),
    cancel: () => setState('cancelled'),
  };
}
