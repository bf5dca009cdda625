import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useAction } from './use-action.ts';

type RemovalQuestionProps = {
  /** The name of the removed thing. */
  readonly name: string;
  /** The verb on the button. */
  readonly verb: 'Delete' | 'Remove';
  /** Further consequences, as a sentence. */
  readonly consequence?: string;
  /** The text of the toast when the server refuses without a message. */
  readonly failure: string;
  onRemove(): Promise<void>;
  onCancel(): void;
};

/** Asks for confirmation before a row is removed. The question replaces the row. */
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
      <Button autoFocus isIdle={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button look="danger" isBusy={isBusy} onClick={remove}>
        {verb}
      </Button>
    </div>
  );
}

type RemovableProps = Omit<RemovalQuestionProps, 'onCancel'> & {
  /** Around the question. */
  readonly className?: string;
  /** Called when the thing was removed. The removed question had the focus. */
  onRemoved(): void;
  /**
   * The content that the question replaces. The given properties are for the button that opens the
   * question.
   */
  readonly children: (button: { readonly autoFocus: boolean; onClick(): void }) => ReactNode;
};

/** Content with a button that removes it. The question is shown in its place. */
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
