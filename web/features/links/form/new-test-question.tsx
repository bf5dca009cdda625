import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/floating/dialog.tsx';
import { changesCount, correctedPlaces, type LinkValues } from './link-form.ts';

/** A question that waits for its answer; null while none is asked. */
type Answer = ((isAgreed: boolean) => void) | null;

export type NewTestQuestion = {
  /** Resolves with false when it is not known whether a running test shall go on, or it shall not end. */
  agreed(values: LinkValues, link: Link): Promise<boolean>;
  readonly answer: Answer;
};

type Asking = {
  readonly form: UseFormReturn<LinkValues>;
  /** Shows the fields where the preview takes their place. */
  readonly showFields: () => void;
};

/** The state of the questions that precede other destinations of a running split test. */
export function useNewTestQuestion({ form, showFields }: Asking): NewTestQuestion {
  const [answer, setAnswer] = useState<Answer>(null);
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAnswer(() => (isAgreed: boolean) => {
        setAnswer(null);
        resolve(isAgreed);
      });
    });
  const agreed = async (values: LinkValues, link: Link): Promise<boolean> => {
    if (changesCount(values, link)) return ask();
    const isAnswered = (values.splitTestContinues ?? '') !== '';
    if (isAnswered || correctedPlaces(values, link).length === 0) return true;
    showFields();
    form.setError(
      'splitTestContinues',
      { message: 'Choose whether this test continues' },
      { shouldFocus: true },
    );
    return false;
  };
  return { agreed, answer };
}

/** Asks before a running split test ends because destinations are added or removed. */
export function NewTestDialog({ answer }: Pick<NewTestQuestion, 'answer'>) {
  return (
    <Dialog
      title="Start a new test?"
      description="Adding or removing a destination begins a new test, which counts from zero. The present one ends: it stays readable under past tests. The link's own numbers stay."
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
