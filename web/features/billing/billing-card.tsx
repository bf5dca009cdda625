import { useAtomValue, useSetAtom } from 'jotai';
import { CreditCard, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BillingJson as Billing } from '#contract/billing/billing';
import { dateLabel, moneyIn } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { billingQuery, findCardPage, renewSubscriptionAtom } from './billing.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { CancelSubscriptionDialog, LifetimeDialog, NewCardDialog } from './plan-dialogs.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { useLifetimeReturn } from './finish-lifetime.ts';
import { useAction } from '#web/forms/use-action.ts';
import { PriceComparison } from '#web/features/billing/prices/price-comparison.tsx';
import { monthlyPrice, ownPrice, usePrices } from '#web/features/billing/prices/prices.ts';
import { hadTrialBefore, noTrialWords } from '#web/app/state/trial.ts';

/** The account's plan, card and invoices. */
export function BillingCard() {
  const billing = useAtomValue(billingQuery);
  useLifetimeReturn();
  return (
    <div id="billing" className="scroll-mt-4">
      <QueryView
        query={billing}
        title="Billing"
        note="Your plan, card and invoices"
        things="billing"
        rows={3}
      >
        {(data) => <Plan billing={data} />}
      </QueryView>
    </div>
  );
}

function Plan({ billing }: { readonly billing: Billing }) {
  const prices = usePrices();
  const account = useAtomValue(accountAtom);
  const hadTrial = account.kind === 'in' && hadTrialBefore(account.user);
  const { name, tone, text } = planWords(billing, hadTrial);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-4 py-3">
        <div className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-1.5 font-semibold">
            {name}
            <Badge tone={tone}>{statusWords[billing.status]}</Badge>
          </span>
          <span className="text-sm text-muted">{text}</span>
        </div>
        <PlanActions billing={billing} />
      </div>
      {billing.status !== 'lifetime' && (
        <div className="border-t border-line px-4 py-4">
          <PriceComparison prices={prices} />
        </div>
      )}
      {billing.subscription && <PaymentCard billing={billing} />}
      <InvoiceList invoices={billing.invoices} />
    </>
  );
}

const statusWords: Readonly<Record<Billing['status'], string>> = {
  trial: 'Trial',
  active: 'Active',
  lifetime: 'Active',
  past_due: 'Payment failed',
  canceled: 'Ended',
  expired: 'Ended',
};

type PlanWords = {
  readonly name: string;
  readonly tone: 'good' | 'warn' | 'info';
  readonly text: string;
};

/**
 * The plan's name and what happens next. `hadTrial`: the email address had its trial with an earlier
 * account.
 */
function planWords(billing: Billing, hadTrial: boolean): PlanWords {
  const { status, trialEndsAt, subscription, lifetimeSince } = billing;
  const until = subscription ? dateLabel(subscription.currentPeriodEnd) : '';
  const pro = subscription?.price ? `Pro, ${ownPrice(subscription.price)}` : 'Pro';
  switch (status) {
    case 'trial':
      return { name: 'Free trial', tone: 'info', text: `Ends ${dateLabel(trialEndsAt)}.` };
    case 'lifetime': {
      const since = lifetimeSince === null ? '' : ` Bought ${dateLabel(lifetimeSince)}.`;
      return { name: 'Lifetime access', tone: 'good', text: `Every feature, for life.${since}` };
    }
    case 'active':
      return subscription?.endsThen
        ? { name: pro, tone: 'warn', text: `Ends ${until}. It is not renewed.` }
        : { name: pro, tone: 'good', text: `Next payment ${until}.` };
    case 'past_due':
      return {
        name: pro,
        tone: 'warn',
        text: 'Your last payment failed. Pay it, or the subscription ends.',
      };
    case 'canceled':
      return { name: 'No plan', tone: 'warn', text: 'Your links keep working and counting.' };
    case 'expired':
      return {
        name: 'No plan',
        tone: 'warn',
        text: hadTrial
          ? noTrialWords
          : 'Your trial has ended. Your links keep working and counting.',
      };
  }
}

function PlanActions({ billing: { status, subscription } }: { readonly billing: Billing }) {
  const prices = usePrices();
  const [isBuying, setIsBuying] = useState(false);
  if (status === 'lifetime') return null;
  // Also beside a trial, which outranks a subscription whose payment failed.
  const isUnpaid = subscription?.status === 'past_due';

  return (
    <div className="flex flex-wrap gap-2">
      {isUnpaid && (
        <Link to={paths.subscribe} className={buttonClasses('primary', 'sm')}>
          Pay now
        </Link>
      )}
      {subscription ? (
        <RenewalButton
          endsThen={subscription.endsThen && !isUnpaid}
          until={isUnpaid ? null : subscription.currentPeriodEnd}
        />
      ) : (
        <Link to={paths.subscribe} className={buttonClasses('secondary', 'sm')}>
          Subscribe - {monthlyPrice(prices)}
        </Link>
      )}
      <Button look={isUnpaid ? 'secondary' : 'primary'} size="sm" onClick={() => setIsBuying(true)}>
        Buy lifetime access
      </Button>
      <LifetimeDialog
        isOpen={isBuying}
        hasSubscription={subscription !== null}
        onClose={() => setIsBuying(false)}
      />
    </div>
  );
}

function RenewalButton({
  endsThen,
  until,
}: {
  readonly endsThen: boolean;
  readonly until: string | null;
}) {
  const showToast = useSetAtom(showToastAtom);
  const renewSubscription = useSetAtom(renewSubscriptionAtom);
  const [isAsking, setIsAsking] = useState(false);
  const [resume, isBusy] = useAction(async () => {
    await renewSubscription(true);
    showToast('Subscription Resumed', 'It renews at the end of the current period.');
  }, 'Failed to resume the subscription');

  if (endsThen) {
    return (
      <Button size="sm" isBusy={isBusy} onClick={resume}>
        Resume subscription
      </Button>
    );
  }
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Cancel subscription
      </Button>
      <CancelSubscriptionDialog
        until={until}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function PaymentCard({ billing: { card } }: { readonly billing: Billing }) {
  const [isAsking, setIsAsking] = useState(false);
  const [change, isBusy] = useAction(async () => {
    const page = await findCardPage();
    if (page === null) setIsAsking(true);
    else window.location.assign(page);
  }, 'Failed to change the card');

  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-4 py-3">
      <span className="num flex items-center gap-3">
        <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
        {card ? (
          <span>
            <span className="capitalize">{card.brand}</span> ending in {card.last4}
            <span className="text-muted">
              {' '}
              · expires {String(card.expiryMonth).padStart(2, '0')}/{card.expiryYear % 100}
            </span>
          </span>
        ) : (
          <span className="text-muted">Your card cannot be shown right now.</span>
        )}
      </span>
      <Button size="sm" isBusy={isBusy} onClick={change}>
        Change card
      </Button>
      <NewCardDialog isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  );
}

type Invoice = NonNullable<Billing['invoices']>[number];

const invoiceWords = {
  paid: { label: 'Paid', tone: 'good' },
  open: { label: 'Open', tone: 'warn' },
  refunded: { label: 'Refunded', tone: 'plain' },
  disputed: { label: 'Disputed', tone: 'warn' },
  void: { label: 'Void', tone: 'plain' },
} as const;

/** The invoices, newest first. */
function InvoiceList({ invoices }: { readonly invoices: Billing['invoices'] }) {
  if (invoices === null) {
    return <Line>The invoices cannot be shown now. Please try again later.</Line>;
  }
  if (invoices.length === 0) return <Line>No invoices yet.</Line>;

  return (
    <ul aria-label="Invoices" className="border-t border-line">
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  );
}

function Line({ children }: { readonly children: string }) {
  return <p className="border-t border-line px-4 py-3 text-muted">{children}</p>;
}

function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const { label, tone } = invoiceWords[invoice.status];
  return (
    <li className="num flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0">
      <span className="grid gap-0.5">
        <span className="font-medium">{invoice.description}</span>
        <span className="text-sm text-faint">{dateLabel(invoice.at)}</span>
      </span>
      <span className="flex items-center gap-3">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-semibold">{moneyIn(invoice.amountCents, invoice.currency)}</span>
        {invoice.url !== null && (
          <a
            href={invoice.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Invoice of ${dateLabel(invoice.at)}`}
            className="rounded-sm text-muted hover:text-text"
          >
            <ExternalLink aria-hidden className="size-4" />
          </a>
        )}
      </span>
    </li>
  );
}
