import type { Link } from '#web/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { linkStates } from './link-states.ts';

type Badged = Pick<Link, 'splitTestEnabled' | 'trackConversions' | 'expiresAt' | 'isActive'> &
  Partial<
    Pick<Link, 'startsAt' | 'clicksReachedAt' | 'rules' | 'hasPassword' | 'brokenDestinations'>
  >;

/** One badge each for split test, tracking, rules, password, early, expired, paused and broken. */
export function LinkBadges({ link }: { readonly link: Badged }) {
  const { rules = [], brokenDestinations = [] } = link;
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {link.splitTestEnabled && <Badge tone="violet">A/B</Badge>}
      {link.trackConversions && <Badge tone="info">Track</Badge>}
      {rules.length > 0 && <Badge tone="info">{`Rules ${rules.length}`}</Badge>}
      {link.hasPassword && <Badge tone="info">Password</Badge>}
      {linkStates(link, Date.now()).map((state) => (
        <Badge key={state} {...(state === 'Expired' && { tone: 'warn' })}>
          {state}
        </Badge>
      ))}
      {brokenDestinations.length > 0 && <Badge tone="bad">Broken</Badge>}
    </span>
  );
}
