import { Unlink } from 'lucide-react';
import type { Link } from '#web/api.ts';
import { dateLabel, momentLabel, withoutScheme } from '#web/format.ts';
import { Card } from '#web/ui/card.tsx';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';

type Broken = Link['brokenDestinations'][number];

/** The link's destinations that failed several weekly checks, with the failure and its time. */
export function BrokenDestinations({ link }: { readonly link: Link }) {
  if (link.brokenDestinations.length === 0) return null;
  return (
    <Card>
      <section aria-label="Broken destinations" className="grid gap-2 px-4 py-3">
        <h2 className="flex items-center gap-2 text-sm font-semibold">
          <Unlink aria-hidden className="size-4 text-bad" />
          {link.brokenDestinations.length === 1
            ? 'A destination does not work'
            : `${link.brokenDestinations.length} destinations do not work`}
        </h2>
        <ul className="grid gap-2 text-sm">
          {link.brokenDestinations.map((broken) => (
            <li key={broken.url} className="grid min-w-0 grid-cols-1">
              <span className="min-w-0">
                <MiddleCut text={withoutScheme(broken.url)} />
              </span>
              <span className="text-muted">
                {`${seenInWords(broken)} since ${dateLabel(broken.since)}. Last checked: ${momentLabel(broken.checkedAt)}.`}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

/** The result of the last check, in words. */
function seenInWords({ reason, status }: Broken): string {
  switch (reason) {
    case 'status':
      return status === 404 ? 'Page not found (404)' : `Error ${status}`;
    case 'no_host':
      return 'The host does not exist';
    case 'no_connection':
      return 'The host refuses connections';
    case 'timeout':
      return 'No answer within 10 seconds';
    case 'certificate':
      return 'The certificate is not valid';
  }
}
