import { CalendarClock, X } from 'lucide-react';
import { useAtom } from 'jotai';
import { Link } from 'react-router';
import type { User } from '#web/api.ts';
import { takesPayments } from '#web/instance.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { storedAtom } from '#web/app/state/stored-atom.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { bothPrices, usePrices } from './prices/prices.ts';
import { soonDays, trialDaysLeft, trialWords } from '#web/app/state/trial.ts';

/** Whether a person has closed the banner in this browser. */
const isClosedOf = atomPer((userId: string) =>
  storedAtom<boolean>({
    key: `waypost.trial-banner-closed.${userId}`,
    read: (text) => text !== null,
    write: (isClosed) => (isClosed ? 'closed' : null),
  }),
);

/** The days left of the trial. The banner can be closed while more than seven days are left. */
export function TrialBanner({ user }: { readonly user: User }) {
  const [isClosed, setIsClosed] = useAtom(isClosedOf(user.id));
  const days = trialDaysLeft(user, Date.now());
  const isSoon = days !== null && days <= soonDays;
  if (days === null || !takesPayments || (isClosed && !isSoon)) return null;

  const close = () => {
    setIsClosed(true);
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <aside
      aria-label="Free trial"
      className={classNames(
        'flex items-start gap-x-3 rounded-lg border px-4 py-3 max-md:items-center max-md:gap-x-0 max-md:py-0 max-md:pr-1 max-md:pl-3',
        isSoon ? 'border-warn/40 bg-warn-soft text-warn' : 'border-info/40 bg-info-soft text-info',
      )}
    >
      <CalendarClock aria-hidden className="mt-2 size-5 shrink-0 max-md:hidden" />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2.5 max-md:flex-nowrap max-md:gap-x-1">
        <BannerText days={days} />
        <Link
          to={paths.subscribe}
          className={classNames(
            buttonClasses('secondary', 'sm'),
            'max-md:border-0 max-md:bg-transparent max-md:px-1!',
          )}
        >
          Subscribe Now
        </Link>
      </div>
      {!isSoon && (
        <IconButton label="Close" onClick={close} className="-mt-0.5 -mr-2 text-current max-md:m-0">
          <X aria-hidden className="size-[18px]" />
        </IconButton>
      )}
    </aside>
  );
}

function BannerText({ days }: { readonly days: number }) {
  const prices = usePrices();
  const { end, purpose } = trialWords(days);
  return (
    <div className="min-w-0">
      <p className="font-medium max-md:text-xs">
        {end} <span className="max-md:sr-only">{purpose}</span>
      </p>
      <p className="num text-sm max-md:sr-only">{bothPrices(prices)}.</p>
    </div>
  );
}
