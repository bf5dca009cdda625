import { useSetAtom } from 'jotai';
import { CircleCheck, CircleX, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { AppLinksCheck as Result, CheckedLine } from '#contract/app-links';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { checkAppLinksAtom } from '#web/features/domains/domains.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** Asks for a check of the files that name a domain's apps, and shows its result. */
export function AppLinksCheck({ domain }: { readonly domain: Domain }) {
  const checkAppLinks = useSetAtom(checkAppLinksAtom);
  const [result, setResult] = useState<Result | null>(null);
  const [check, isBusy] = useAction(
    async () => setResult(await checkAppLinks(domain.id)),
    'Failed to check the app links',
  );
  const { ios, android } = domain.appLinks;
  const isEmpty = ios.length + android.length === 0;
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          size="sm"
          isBusy={isBusy}
          disabled={isEmpty}
          aria-label={`Check app links of ${domain.domain}`}
          onClick={check}
        >
          {isBusy ? 'Checking...' : 'Check'}
        </Button>
        <p role="status" className="min-w-0 text-sm text-muted">
          {isEmpty ? 'Save an app first.' : summaryOf(result)}
        </p>
      </div>
      {result && <Lines heading="iOS" lines={result.lines} system="ios" />}
      {result && <Lines heading="Android" lines={result.lines} system="android" />}
    </div>
  );
}

function summaryOf(result: Result | null): string {
  if (result === null) return 'Fetches both files as Apple and Google do.';
  const wrong = result.lines.filter(({ kind }) => kind === 'wrong').length;
  if (wrong === 0) return 'The files are right. The last step is in the app.';
  return wrong === 1 ? 'One thing is wrong.' : `${wrong} things are wrong.`;
}

const marks = {
  right: { Icon: CircleCheck, word: 'Right', color: 'text-good' },
  wrong: { Icon: CircleX, word: 'Wrong', color: 'text-bad' },
  todo: { Icon: Smartphone, word: 'In the app', color: 'text-info' },
} as const;

type LinesProps = {
  readonly heading: string;
  readonly system: CheckedLine['system'];
  readonly lines: readonly CheckedLine[];
};

function Lines({ heading, system, lines }: LinesProps) {
  const shown = lines.filter((line) => line.system === system);
  if (shown.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-sm font-medium text-muted">{heading}</p>
      <ul aria-label={`Result for ${heading}`} className="grid gap-1.5 text-sm">
        {shown.map(({ kind, text }) => {
          const { Icon, word, color } = marks[kind];
          return (
            <li key={text} className="flex min-w-0 items-start gap-2">
              <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', color)} />
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{word}: </span>
                {text}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
