import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { splitLetters } from '#contract/split-tests/split-words';
import { lostWords } from '#web/features/split-tests/words.ts';
import { Radio } from '#web/ui/fields/radio.tsx';
import { changesCount, correctedPlaces, type LinkValues } from './link-form.ts';
import { type OfLink, useRunningTest } from './running-test.tsx';

export type QuestionProps = OfLink & {
  /** Of the destination above it, from 0. */
  readonly place: number;
};

/** Asks, below the first corrected destination, whether the running test goes on. */
export function ContinueQuestion({ link, place }: QuestionProps) {
  const { register, control, formState, setValue } = useFormContext<LinkValues>();
  const values = useWatch({ control, compute: (all) => all });
  const test = useRunningTest({ link });
  const corrected = link ? correctedPlaces(values, link) : [];
  const letters = corrected.map((each) => splitLetters[each]).join(' and ');
  const isHere = corrected[0] === place;
  useEffect(() => {
    // An answer is about these destinations alone.
    if (isHere) return () => setValue('splitTestContinues', '');
    return undefined;
  }, [isHere, letters, setValue]);
  if (!isHere) return null;
  const error = formState.errors.splitTestContinues?.message;
  return (
    <fieldset
      aria-describedby={error && 'continue-problem'}
      className="grid gap-2.5 rounded-md border border-line bg-raised p-3"
    >
      <legend className="sr-only">Another address for {letters}</legend>
      <p aria-hidden className="text-sm font-medium">
        Another address for {letters}: is it the same page?
      </p>
      <Radio
        label="Continue this test"
        hint="The same page at a corrected address. The numbers go on, and the old address stays in the test's history."
        value="continue"
        {...register('splitTestContinues')}
      />
      <Radio
        label="Start a new test"
        hint={test === null ? 'The new test counts from zero.' : lostWords(test)}
        value="new"
        {...register('splitTestContinues')}
      />
      {error && (
        <p id="continue-problem" role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Says what a change of the split test ends; nothing while it goes on. */
export function EndOfTest({ link }: OfLink) {
  const { control } = useFormContext<LinkValues>();
  const values = useWatch({ control, compute: (all) => all });
  const test = useRunningTest({ link });
  if (!link || test === null) return null;
  const words = values.splitTestEnabled
    ? changesCount(values, link) &&
      `Adding or removing a destination begins a new test. ${lostWords(test)}`
    : 'The running test ends. It stays readable under past tests on the page of the link.';
  return words ? (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2.5 text-sm text-warn">
      {words}
    </p>
  ) : null;
}
