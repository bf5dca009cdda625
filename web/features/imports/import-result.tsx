import { useSetAtom } from 'jotai';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkImport } from '#web/api.ts';
import { useAction } from '#web/forms/use-action.ts';
import { counted, wholeNumber } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { type Outcome, outcomeOf, outcomeWords } from './import-words.ts';
import { saveProblemsAtom } from './imports.ts';

type ImportResultProps = {
  readonly run: LinkImport;
  readonly title: string;
  readonly note?: string;
  /** The label of the number of links. */
  readonly created: string;
  /** The buttons. */
  readonly children: ReactNode;
};

const outcomes: readonly Outcome[] = ['existing', 'aliasTaken', 'invalid', 'blocked', 'full'];

/** The results of the rows, of a check or of an import. */
export function ImportResult({ run, title, note, created, children }: ImportResultProps) {
  const others = outcomes.filter((outcome) => run.counts[outcome] > 0);
  const problems = others.reduce((sum, outcome) => sum + run.counts[outcome], 0);
  return (
    <>
      <Card>
        <CardHeader title={title} note={note ?? run.fileName} />
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4 px-4 pt-1 pb-4 sm:grid-cols-3 lg:grid-cols-6">
          <Count name={created} count={run.counts.created} />
          {others.map((outcome) => (
            <Count
              key={outcome}
              name={outcomeWords[outcome].label}
              text={outcomeWords[outcome].text}
              count={run.counts[outcome]}
            />
          ))}
        </dl>
        <div className="flex flex-wrap gap-2 border-t border-line px-4 py-4">{children}</div>
      </Card>
      {problems > 0 && <Problems run={run} count={problems} />}
    </>
  );
}

type CountProps = { readonly name: string; readonly text?: string; readonly count: number };

function Count({ name, text, count }: CountProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="grid gap-0.5">
        <span className="num text-2xl font-[650] tracking-tight">{wholeNumber(count)}</span>
        {text && <span className="text-xs text-faint">{text}</span>}
      </dd>
    </div>
  );
}

function Problems({ run, count }: { readonly run: LinkImport; readonly count: number }) {
  const save = useSetAtom(saveProblemsAtom);
  const [download, isBusy] = useAction(() => save(run.id), 'Failed to download the rows');
  const shown = run.problems.length;
  return (
    <Card>
      <CardHeader
        title="Rows that are left out"
        note={shown < count ? `The first ${shown} of ${wholeNumber(count)}` : counted(count, 'row')}
      >
        <Button isBusy={isBusy} onClick={download}>
          {!isBusy && <Download aria-hidden className="size-4" />}
          Download as CSV
        </Button>
      </CardHeader>
      <ul className="border-t border-line">
        {run.problems.map(({ row, outcome, column, message }) => (
          <li
            key={row}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span className="num w-20 shrink-0 text-sm text-muted">Row {wholeNumber(row)}</span>
            <Badge tone={outcome === 'existing' ? 'plain' : 'warn'}>
              {outcomeWords[outcomeOf(outcome)].label}
            </Badge>
            <span className="min-w-0 grow basis-60">
              {column && <span className="font-medium">{column}: </span>}
              {message}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
