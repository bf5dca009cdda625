import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { counted, dateLabel, momentLabel, moneyIn, wholeNumber } from '#web/format.ts';
import { linkStates } from '#web/features/links/list/link-states.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { LinkFrame } from './link-frame.tsx';
import { PublicPageCard } from './public-page-card.tsx';

/** How a link is set, and who may see its numbers. */
export function Component() {
  return (
    <LinkFrame part="linkSettings">
      {(id, link) => (
        <>
          <Card>
            <CardHeader title="Settings" note="‘Edit’ changes them." />
            {link ? (
              <>
                <Settings link={link} />
                <Texts link={link} />
              </>
            ) : (
              <SkeletonRows count={3} label="Loading the link" />
            )}
          </Card>
          <PublicPageCard linkId={id} />
        </>
      )}
    </LinkFrame>
  );
}

function Settings({ link }: { readonly link: Link }) {
  const { createdAt, trackClicks, trackConversions } = link;
  const destinations = link.splitTestUrls?.length ?? 0;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line px-4 py-3 text-sm sm:grid-cols-3 lg:grid-cols-6">
      <Setting name="Created">{dateLabel(createdAt)}</Setting>
      <Setting name="Status">{linkStates(link, Date.now()).join(', ') || 'Active'}</Setting>
      <Setting name="Expires">{expiryOf(link)}</Setting>
      <Setting name="Counts clicks">{trackClicks ? 'Yes' : 'No'}</Setting>
      <Setting name="Tracks conversions">{trackConversions ? 'Yes' : 'No'}</Setting>
      <Setting name={link.splitTestEnabled ? 'Split test' : 'Profit per sale'}>
        {link.splitTestEnabled ? `${destinations} destinations` : profitOf(link)}
      </Setting>
      {link.importedClicks !== null && link.importedClicks > 0 && (
        <Setting name="Clicks before the import">{wholeNumber(link.importedClicks)}</Setting>
      )}
    </dl>
  );
}

type SettingProps = { readonly name: string; readonly children: ReactNode };

function Setting({ name, children }: SettingProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** `Jan 5, 2027, 9:30 AM or after 500 clicks`: whichever comes first. */
function expiryOf({ expiresAt, expiresAfterClicks }: Link): string {
  const ends = [
    ...(expiresAt === null ? [] : [momentLabel(expiresAt)]),
    ...(expiresAfterClicks === null ? [] : [`after ${counted(expiresAfterClicks, 'click')}`]),
  ];
  return ends.join(' or ') || 'Never';
}

function profitOf({ autoTrackProfit, profitPerSale, profitPerSaleCurrency }: Link): string {
  if (!autoTrackProfit || profitPerSale === null) return 'As reported';
  return moneyIn(profitPerSale, profitPerSaleCurrency);
}

/** What the account wrote about the link; nothing where it wrote nothing. */
function Texts({ link: { description, notes } }: { readonly link: Link }) {
  if (!description && !notes) return null;
  return (
    <div className="grid gap-1 border-t border-line px-4 py-3 text-muted">
      {description && <p dir="auto">{description}</p>}
      {notes && (
        <p dir="auto" className="whitespace-pre-line">
          {notes}
        </p>
      )}
    </div>
  );
}
