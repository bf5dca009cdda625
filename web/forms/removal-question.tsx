import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useAction } from './use-action.ts';

type RemovalQuestionProps = {
  /** The name of what is removed. */
  readonly name: string;
  /** What the button does. */
  readonly verb: 'Delete' | 'Remove';
  /** What else happens, or does not, in a sentence. */
  readonly consequence?: string;
  /** What a toast says when the server refuses without a message. */
  readonly failure: string;
  onRemove(): Promise<void>;
  onCancel(): void;
};

/** Asks, in the place of a list's row, before that row is removed. */
export function RemovalQuestion({
  name,
  verb,
  consequence = 'This cannot be undone.',
  failure,
  onRemove,
  onCancel,
}: RemovalQuestionProps) {
  const [remove, isBusy] = useAction(onRemove, failure);
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-2">
      <p className="min-w-0 grow basis-48 text-muted">
        {verb} <strong className="font-semibold wrap-anywhere text-text">{name}</strong>?{' '}
        {consequence}
      </p>
      <Button autoFocus onClick={onCancel}>
        Cancel
      </Button>
      <Button look="danger" isBusy={isBusy} onClick={remove}>
        {verb}
      </Button>
    </div>
  );
}

type RemovableProps = Pick<RemovalQuestionProps, 'name' | 'verb' | 'failure' | 'onRemove'> & {
  /** Around the question. */
  readonly className?: string;
  /** The question is gone, with the focus that was in it. */
  onRemoved(): void;
  /** What the question replaces. The given properties are for the button that asks it. */
  readonly children: (button: { readonly autoFocus: boolean; onClick(): void }) => ReactNode;
};

/** Something with a button that removes it. The question is asked in its place. */
export function Removable({ className, onRemove, onRemoved, children, ...props }: RemovableProps) {
  const [question, setQuestion] = useState<'asked' | 'cancelled' | null>(null);
  if (question !== 'asked') {
    return children({ autoFocus: question === 'cancelled', onClick: () => setQuestion('asked') });
  }
  return (
    <div className={className}>
      <RemovalQuestion
        {...props}
        onRemove={async () => {
          await onRemove();
          onRemoved();
        }}
        onCancel={() => setQuestion('cancelled')}
      />
    </div>
  );
}
