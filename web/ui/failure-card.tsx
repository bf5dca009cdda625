import { TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

type FailureCardProps = {
  readonly title: string;
  readonly error: Error;
  onRetry(): void;
};

/** Something could not be loaded: what, why, and another try. */
export function FailureCard({ title, error, onRetry }: FailureCardProps) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={<TriangleAlert />}
          title={title}
          text={error.message}
          action={<Button onClick={onRetry}>Try again</Button>}
        />
      </div>
    </Card>
  );
}
