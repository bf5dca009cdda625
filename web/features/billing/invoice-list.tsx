import { ExternalLink } from 'lucide-react';
import type { BillingJson as Billing } from '#contract/billing';
import { dateLabel, moneyIn } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';

type Invoice = NonNullable<Billing['invoices']>[number];

const statusWords = {
  paid: { label: 'Paid', tone: 'good' },
  open: { label: 'Open', tone: 'warn' },
  refunded: { label: 'Refunded', tone: 'plain' },
  disputed: { label: 'Disputed', tone: 'warn' },
  void: { label: 'Void', tone: 'plain' },
} as const;

/** The invoices, newest first. */
export function InvoiceList({ invoices }: { readonly invoices: Billing['invoices'] }) {
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
  const { label, tone } = statusWords[invoice.status];
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
