import { useAtomValue, useSetAtom } from 'jotai';
import { Check, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { linksPageQuery } from '#web/features/links/links.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { shareLinkAtom } from '#web/features/links/list/share-link.ts';
import { newestLinks } from '#web/features/links/list/use-link-list.ts';

type FirstStepsProps = {
  /** The page size of the dashboard's list. The same query then serves both. */
  readonly pageSize: number;
};

/** Three steps to the first click, shown in place of an empty chart, and as high as its card. */
export function FirstSteps({ pageSize }: FirstStepsProps) {
  const link = useAtomValue(linksPageQuery(newestLinks(pageSize))).data?.items[0];
  return (
    <Card>
      <CardHeader title="Click Analytics" note="Three steps to your first numbers" />
      <ol className="grid min-h-66 content-between gap-1 px-4 pt-1 pb-4">
        <Step number={1} title="Create a short link" state={link ? 'done' : 'next'}>
          Paste a long URL into the field above.
        </Step>
        <Step number={2} title="Share it" state={link ? 'next' : 'later'}>
          {link ? <Sharing link={link} /> : 'Put it in a post, a newsletter or a message.'}
        </Step>
        <Step number={3} title="See who clicks" state="later">
          The first click appears here automatically.
        </Step>
      </ol>
    </Card>
  );
}

function Sharing({ link }: { readonly link: Link }) {
  const shareLink = useSetAtom(shareLinkAtom);
  const copyText = useSetAtom(copyTextAtom);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      <span className="max-w-full truncate font-semibold text-accent-text">
        {withoutScheme(link.shortUrl)}
      </span>
      <CopyButton size="sm" what="the link" onCopy={() => copyText(link.shortUrl)} />
      {'share' in navigator && (
        <Button size="sm" onClick={() => void shareLink(link)}>
          <Share2 aria-hidden className="size-4" />
          Share
        </Button>
      )}
    </span>
  );
}

type StepProps = {
  readonly number: number;
  readonly title: string;
  readonly state: 'done' | 'next' | 'later';
  readonly children: ReactNode;
};

function Step({ number, title, state, children }: StepProps) {
  return (
    <li
      aria-current={state === 'next' ? 'step' : undefined}
      className={classNames(
        'flex items-start gap-3.5 rounded-md px-3 py-3',
        state === 'next' && 'bg-accent-soft',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'num grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold',
          state === 'later' ? 'border border-line-strong text-muted' : 'bg-accent text-on-accent',
        )}
      >
        {state === 'done' ? <Check className="size-4" /> : number}
      </span>
      <div className="grid min-w-0 gap-0.5">
        <h3 className="font-semibold">
          {title}
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </h3>
        <div className="text-muted">{children}</div>
      </div>
    </li>
  );
}
