import { TriangleAlert } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

type FailureProps = {
  readonly title: string;
  readonly error: Error;
  onRetry(): void;
};

/** A card for data that could not be loaded: what, why, and a retry button. */
export function FailureCard(props: FailureProps) {
  return (
    <Card>
      <FailureNote icon={<TriangleAlert />} {...props} />
    </Card>
  );
}

type FailureNoteProps = FailureProps & { readonly icon: ReactNode };

/** The same message, for use inside a card. */
export function FailureNote({ icon, title, error, onRetry }: FailureNoteProps) {
  /** The pressed button goes, so the focus moves to what it is in. */
  const retry = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const around = currentTarget.closest<HTMLElement>('[role="dialog"], main');
    around?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title}
        text={error.message}
        action={<Button onClick={retry}>Try again</Button>}
      />
    </div>
  );
}
