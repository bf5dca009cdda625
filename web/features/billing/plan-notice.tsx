import { useAtomValue } from 'jotai';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { accountAtom } from '#web/app/state/account.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { lackOf } from '#web/app/state/plan.ts';

/**
 * Says why links cannot be created or edited, with a link to the solution. Renders nothing when
 * they can.
 */
export function PlanNotice() {
  const lack = lackOf(useAtomValue(accountAtom), Date.now());
  if (lack === null) return null;

  return (
    <Warning
      role="status"
      icon={<Lock aria-hidden className="size-4 shrink-0" />}
      text={lack.reason}
    >
      <Link to={lack.path} className={buttonClasses('secondary', 'sm')}>
        {lack.action}
      </Link>
    </Warning>
  );
}
