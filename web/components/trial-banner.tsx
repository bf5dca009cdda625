import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#web/api.ts';
import { takesPayments } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { soonDays, trialDaysLeft, trialWords } from './trial.ts';

/** How long the trial still lasts, and what comes then. */
export function TrialBanner({ user }: { readonly user: User }) {
  const days = trialDaysLeft(user, Date.now());
  if (days === null || !takesPayments) return null;

  return (
    <aside
      aria-label="Free trial"
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-lg border px-4 py-3',
        days <= soonDays
          ? 'border-warn/40 bg-warn-soft text-warn'
          : 'border-info/40 bg-info-soft text-info',
      )}
    >
      <p className="flex items-center gap-2.5 font-medium">
        <CalendarClock aria-hidden className="size-5 shrink-0" />
        {trialWords(days)}
      </p>
      <Link to={paths.subscribe} className={buttonClasses('secondary', 'sm')}>
        Subscribe Now
      </Link>
    </aside>
  );
}
