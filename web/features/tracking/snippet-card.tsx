import { useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { ConversionJson } from '#contract/conversions/conversions';
import type { Link } from '#web/api.ts';
import { shortOrigin } from '#web/instance.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { CodeBlock } from '#web/ui/texts/code-block.tsx';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { LinkSelect } from '#web/features/links/link-select.tsx';
import { PostbackSnippet } from './postback-snippet.tsx';
import {
  imageSnippet,
  isUnencoded,
  scriptCall,
  scriptTag,
  type SnippetValues,
} from './snippets.ts';
import { TrustBadge } from '#web/features/conversions/trust-badge.tsx';
import { type EventType, eventTypes, longestOrderId } from '#contract/conversions/event-types';
import { currencies, type Currency } from '#contract/money';
import { majorUnitsOf, typedAmountProblem } from '#web/features/events/amount.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { currencyOptions, eventOptions } from '#web/features/events/conversion-words.ts';

type SnippetCardProps = {
  readonly link: Link;
  onChoose(linkId: string): void;
};

type Way = 'image' | 'script' | 'postback';

/** The tracking code of a link, as image, script or postback URL. */
export function SnippetCard({ link, onChoose }: SnippetCardProps) {
  const [facts, setFacts] = useState<Facts>(newFacts);
  const [way, setWay] = useState<Way>('image');
  const report: SnippetValues = {
    ...facts,
    origin: shortOrigin,
    code: link.shortCode,
    amount: amountOf(facts),
    orderId: facts.orderId.trim(),
  };

  return (
    <Card>
      <CardHeader title="Tracking Code" />
      <div className="grid items-start gap-3.5 px-4 pt-1 pb-4 sm:grid-cols-2 lg:grid-cols-4">
        <LinkSelect
          className="sm:col-span-2 lg:col-span-4"
          link={link}
          isTrackingOnly
          onChange={({ id }) => onChoose(id)}
        />
        <ReportFields facts={facts} onChange={setFacts} />
      </div>
      <Tabs<Way>
        label="How conversions are reported"
        value={way}
        onChange={setWay}
        tabs={[
          { value: 'image', label: 'Image', panel: <ImagePanel report={report} /> },
          { value: 'script', label: 'Script', panel: <ScriptPanel report={report} /> },
          {
            value: 'postback',
            label: 'Postback URL',
            panel: (
              <Panel trust="confirmed" text={words.postback}>
                <PostbackSnippet key={link.id} linkId={link.id} report={report} />
              </Panel>
            ),
          },
        ]}
      />
    </Card>
  );
}

const words = {
  image:
    "Add this to the page that follows a purchase. It works wherever you can add HTML. The sale is credited to the visitor's last click on this link.",
  script:
    'The script stores the click id on your own site for 90 days. A sale is then matched to its click, even when the browser blocks third-party cookies.',
  postback:
    "Let your server or ad network call this URL. Replace {click_id} with the wp_cid from your landing page's address.",
};

function ImagePanel({ report }: { readonly report: SnippetValues }) {
  return (
    <Panel trust="inferred" text={words.image}>
      <Snippet title="Thank-you page" what="image" code={imageSnippet(report)} />
    </Panel>
  );
}

function ScriptPanel({ report }: { readonly report: SnippetValues }) {
  return (
    <Panel trust="verified" text={words.script}>
      <Snippet title="Every page, in the head element" what="script" code={scriptTag(report)} />
      <Snippet title="Thank-you page" what="call" code={scriptCall(report)} />
    </Panel>
  );
}

type PanelProps = {
  readonly trust: ConversionJson['trust'];
  readonly text: string;
  readonly children: ReactNode;
};

/** How a method works, and how reliable its conversions are. */
function Panel({ trust, text, children }: PanelProps) {
  return (
    <div className="grid gap-3.5">
      <p className="max-w-3xl text-muted">
        {text}{' '}
        <span className="whitespace-nowrap">
          Counts as <TrustBadge trust={trust} />
        </span>
      </p>
      {children}
    </div>
  );
}

function Snippet(props: { readonly title: string; readonly what: string; readonly code: string }) {
  const copyText = useSetAtom(copyTextAtom);
  const copy = () => copyText(props.code);
  return (
    <CodeBlock title={props.title} code={props.code}>
      <CopyButton size="sm" what={props.what} onCopy={copy} />
    </CodeBlock>
  );
}

/** The typed values of the snippet's parameters. */
type Facts = {
  readonly event: EventType;
  readonly amount: string;
  readonly currency: Currency;
  readonly orderId: string;
};

const newFacts: Facts = { event: 'sale', amount: '', currency: 'USD', orderId: '' };

/** The amount with two decimals; blank when it is empty or invalid. */
function amountOf({ amount }: Facts): string {
  if (amount.trim() === '' || typedAmountProblem('Value', amount) !== null) return '';
  return majorUnitsOf(amount).toFixed(2);
}

type ReportFieldsProps = { readonly facts: Facts; onChange(facts: Facts): void };

/** Fields for the event type, amount, currency and order id. */
function ReportFields({ facts, onChange }: ReportFieldsProps) {
  const change = (changed: Partial<Facts>) => onChange({ ...facts, ...changed });
  return (
    <>
      <SelectField
        label="Event"
        value={facts.event}
        options={eventOptions}
        onChange={({ target }) => change({ event: eventOf(target.value) })}
      />
      <Field
        label="Sale amount"
        isOptional
        inputMode="decimal"
        autoComplete="off"
        placeholder="49.99"
        value={facts.amount}
        error={typedAmountProblem('Value', facts.amount) ?? undefined}
        onChange={(event) => change({ amount: event.target.value })}
      />
      <SelectField
        label="Currency"
        value={facts.currency}
        options={currencyOptions}
        onChange={({ target }) => change({ currency: currencyOf(target.value) })}
      />
      <Field
        label="Order id"
        isOptional
        placeholder="{{ order.id }}"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={longestOrderId}
        hint={orderHint(facts.orderId)}
        value={facts.orderId}
        onChange={(event) => change({ orderId: event.target.value })}
      />
    </>
  );
}

function orderHint(orderId: string): string {
  const usual = "Your shop's placeholder for the order number. Each order is counted once.";
  return isUnencoded(orderId)
    ? `${usual} In Shopify and others with Liquid or Twig, write {{ … | url_encode }}.`
    : usual;
}

function eventOf(text: string): EventType {
  return eventTypes.find((type) => type === text) ?? 'sale';
}

function currencyOf(text: string): Currency {
  return currencies.find((code) => code === text) ?? 'USD';
}
