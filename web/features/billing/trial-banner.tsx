import { CalendarClock, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { User } from '#web/api.ts';
import { takesPayments } from '#web/app/instance.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { bothPrices, usePrices } from './prices/prices.ts';
import { soonDays, trialDaysLeft, trialWords } from './trial.ts';

/** The days left of the trial. The banner can be closed while more than seven days are left. */
export function TrialBanner({ user }: { readonly user: User }) {
  const closedKey = `waypost.trial-banner-closed.${user.id}`;
  const [isClosed, setIsClosed] = useState(() => localStorage.getItem(closedKey) !== null);
  const days = trialDaysLeft(user, Date.now());
  const isSoon = days !== null && days <= soonDays;
  if (days === null || !takesPayments || (isClosed && !isSoon)) return null;

  const close = () => {
    localStorage.setItem(closedKey, 'closed');
    setIsClosed(true);
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <aside
      aria-label="Free trial"
      className={classNames(
        'flex items-start gap-x-3 rounded-lg border px-4 py-3',
        isSoon ? 'border-warn/40 bg-warn-soft text-warn' : 'border-info/40 bg-info-soft text-info',
      )}
    >
      <CalendarClock aria-hidden className="mt-2 size-5 shrink-0 max-md:mt-0" />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <BannerText days={days} />
        <Link to={paths.subscribe} className={buttonClasses('secondary', 'sm')}>
          Subscribe Now
        </Link>
      </div>
      {!isSoon && (
        <IconButton label="Close" onClick={close} className="-mt-0.5 -mr-2 text-current">
          <X aria-hidden className="size-[18px]" />
        </IconButton>
      )}
    </aside>
  );
}

function BannerText({ days }: { readonly days: number }) {
  const prices = usePrices();
  return (
    <div className="min-w-0">
      <p className="font-medium">{trialWords(days)}</p>
      <p className="num text-sm">{bothPrices(prices)}.</p>
    </div>
  );
}
