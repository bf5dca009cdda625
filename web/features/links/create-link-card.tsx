import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { lazyPart, preloadAfterGesture } from '#web/app/state/lazy.tsx';
import { Card } from '#web/ui/card.tsx';
import { FirstField, type Typed } from './form/first-field.tsx';
import type { NewLinkFormProps } from './form/new-link-form.tsx';
import { draftTextAtom, isFormWantedAtom } from './form/wanted.ts';

type FormProps = NewLinkFormProps & {
  readonly isWanted: boolean;
  onType(typed: Typed): void;
};

const loadForm = async () => (await import('./form/new-link-form.tsx')).NewLinkForm;
const form = lazyPart<FormProps>(loadForm, FirstField, ({ isWanted }) => isWanted);
preloadAfterGesture(loadForm);

/**
 * The form that creates a short link. Its file is loaded after the first gesture, and takes the place
 * of the form's first field when that gets the focus, or when there is already something to show in it.
 */
export function CreateLinkCard() {
  const draft = useAtomValue(draftTextAtom);
  const [hasDraft] = useState(draft !== null);
  const isFormWanted = useAtomValue(isFormWantedAtom);
  const [typed, setTyped] = useState<Typed | null>(null);
  return (
    <Card>
      <form.Part
        typed={typed}
        onType={setTyped}
        isWanted={typed !== null || hasDraft || isFormWanted}
      />
    </Card>
  );
}
