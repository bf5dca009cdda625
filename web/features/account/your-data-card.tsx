import { Download } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';

/** Downloads everything that Waypost stores about the account. */
export function YourDataCard() {
  return (
    <Card>
      <CardHeader title="Your Data" />
      <div className="flex flex-wrap items-center justify-between gap-4 px-4 pt-1 pb-4">
        <p className="max-w-md text-muted">
          One ZIP file with everything Waypost stores about you: your profile, links, clicks and
          conversions, as JSON and CSV.
        </p>
        <a href={paths.exportedAccount} download className={buttonClasses()}>
          <Download aria-hidden className="size-4" />
          Download my data
        </a>
      </div>
    </Card>
  );
}
