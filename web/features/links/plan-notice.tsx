import { useAtomValue } from 'jotai';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { accountAtom } from '#web/features/account/account.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { lackOf } from './plan-lack.ts';

/**
 * Says why links cannot be created or edited, with a link to the solution. Renders nothing when
 * they can.
 */
export function PlanNotice() {
  const lack = lackOf(useAtomValue(accountAtom), Date.now());
  if (lack === null) return null;

  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-md border border-warn/40 bg-warn-soft px-3 py-2.5 text-warn"
    >
      <p className="flex items-center gap-2.5">
        <Lock aria-hidden className="size-4 shrink-0" />
        {lack.reason}
      </p>
      <Link to={lack.path} className={buttonClasses('secondary', 'sm')}>
        {lack.action}
      </Link>
    </div>
  );
}
