import { useState } from 'react';
import type { Link } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { startsNewTest, type LinkValues } from './link-form.ts';

/** A question that waits for its answer; null while none is asked. */
type Answer = ((isAgreed: boolean) => void) | null;

export type NewTestQuestion = {
  /**
   * Asks the person if necessary. Resolves to false when they do not want a running test's counts
   * to start at zero.
   */
  agreed(values: LinkValues, link: Link): Promise<boolean>;
  readonly answer: Answer;
};

/**
 * The state of the question that is asked before the destinations of a running split test are
 * changed.
 */
export function useNewTestQuestion(): NewTestQuestion {
  const [answer, setAnswer] = useState<Answer>(null);
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAnswer(() => (isAgreed: boolean) => {
        setAnswer(null);
        resolve(isAgreed);
      });
    });
  return { agreed: async (values, link) => !startsNewTest(values, link) || ask(), answer };
}

/** Asks for confirmation before a running split test's counts start at zero. */
export function NewTestDialog({ answer }: Pick<NewTestQuestion, 'answer'>) {
  return (
    <Dialog
      title="Start a new test?"
      description="Other destinations are another test: its clicks and conversions are counted from zero, and those so far no longer stand under Split Test. The link's own numbers stay."
      isOpen={answer !== null}
      onClose={() => answer?.(false)}
    >
      <DialogActions>
        <Button autoFocus onClick={() => answer?.(false)}>
          Keep editing
        </Button>
        <Button look="primary" onClick={() => answer?.(true)}>
          Start new test
        </Button>
      </DialogActions>
    </Dialog>
  );
}
