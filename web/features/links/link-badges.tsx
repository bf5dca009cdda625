import type { Link } from '#web/api.ts';
import { Badge } from '#web/ui/badge.tsx';

type Badged = Pick<Link, 'splitTestEnabled' | 'trackConversions' | 'expiresAt' | 'isActive'>;

/** One badge each for split test, tracking, expired and paused. */
export function LinkBadges({ link }: { readonly link: Badged }) {
  const isExpired = link.expiresAt !== null && Date.parse(link.expiresAt) <= Date.now();
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {link.splitTestEnabled && <Badge tone="violet">A/B</Badge>}
      {link.trackConversions && <Badge tone="info">Track</Badge>}
      {isExpired && <Badge tone="warn">Expired</Badge>}
      {!link.isActive && <Badge>Paused</Badge>}
    </span>
  );
}
