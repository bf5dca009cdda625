import { useAtomValue } from 'jotai';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { dateLabel } from '#web/format.ts';
import { appOrigin } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { FullPage } from '#web/ui/full-page.tsx';
import { type Cover, coverQuery } from './public-report.ts';

/** In place of a report that cannot be read: it has ended, or there is none. */
export function ClosedPage({ token }: { readonly token: string }) {
  const { data: cover, error } = useAtomValue(coverQuery(token));
  if (cover?.state === 'ended') return <Ended cover={cover} />;
  return error ? <NoPage /> : null;
}

function Ended({ cover: { sender, endedAt, name } }: { readonly cover: Cover }) {
  usePageTitle(name || 'Report');
  const until = endedAt === null ? '' : `It could be read until ${dateLabel(endedAt)}. `;
  return (
    <main className="grid min-h-[70dvh] place-content-center gap-2 p-6 text-center">
      {name !== '' && (
        <p dir="auto" className="text-muted">
          {name}
        </p>
      )}
      <h1 className="text-2xl font-[650] tracking-tight">This report has ended</h1>
      <p className="max-w-sm text-muted">
        {until}Ask {sender || 'its owner'} for a new address.
      </p>
    </main>
  );
}

function NoPage() {
  usePageTitle('Page not found');
  return (
    <FullPage
      sign="404"
      title="There is no such page"
      text="Its owner may have closed it. Ask for a new address."
    >
      <a href={`${appOrigin}${paths.home}`} className={buttonClasses('secondary')}>
        Go to Waypost
      </a>
    </FullPage>
  );
}
