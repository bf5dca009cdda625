import { useAtomValue } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { offerQuery } from '#web/features/billing/billing.ts';
import { CardFormSkeleton } from './card-form-skeleton.tsx';
import type { CardFormProps } from './card-form-props.ts';
import { FormAlert } from '#web/forms/page-form.tsx';
import { Failure } from '#web/ui/query.tsx';
import { TestCardForm } from './test-card-form.tsx';

const StripeCardForm = lazy(async () => ({
  default: (await import('./stripe-card-form.tsx')).StripeCardForm,
}));

/** The card form of the configured provider. */
export function CardForm(props: CardFormProps) {
  const { data: offer, error, refetch } = useAtomValue(offerQuery);
  if (error && !offer) {
    return (
      <Failure
        icon={<TriangleAlert />}
        title="Failed to initialize payment"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!offer) return <CardFormSkeleton />;

  switch (offer.provider) {
    case 'stripe':
      return (
        <Suspense fallback={<CardFormSkeleton />}>
          <StripeCardForm {...props} publishableKey={offer.publishableKey ?? ''} />
        </Suspense>
      );
    case 'test':
      return <TestCardForm {...props} />;
    case null:
      return <FormAlert text="Payments are not set up on this Waypost." />;
  }
}
