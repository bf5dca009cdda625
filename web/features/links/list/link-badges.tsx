import type { Link } from '#web/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { linkStates } from './link-states.ts';

type Badged = Pick<Link, 'splitTestEnabled' | 'trackConversions' | 'expiresAt' | 'isActive'> &
  Partial<
    Pick<Link, 'startsAt' | 'clicksReachedAt' | 'rules' | 'hasPassword' | 'brokenDestinations'>
  >;

type LinkBadgesProps = {
  readonly link: Badged;
  /** Where there is little space: how many badges are shown. The others are one `+2`. */
  readonly most?: number;
};

/** What distinguishes a link from a plain one, one badge each; what keeps it from working is first. */
export function LinkBadges({ link, most }: LinkBadgesProps) {
  const badges = badgesOf(link);
  if (badges.length === 0) return null;
  const rest = badges.slice(most ?? badges.length).map(({ text }) => text);
  return (
    <span className={most === undefined ? 'inline-flex flex-wrap gap-1' : 'flex shrink-0 gap-1'}>
      {badges.slice(0, most).map(({ text, tone }) => (
        <Badge key={text} {...(tone && { tone })}>
          {text}
        </Badge>
      ))}
      {rest.length > 0 && (
        <span title={rest.join(', ')}>
          <span aria-hidden>
            <Badge>+{rest.length}</Badge>
          </span>
          <span className="sr-only">{rest.join(', ')}</span>
        </span>
      )}
    </span>
  );
}

type ShownBadge = {
  readonly text: string;
  readonly tone?: 'violet' | 'info' | 'warn' | 'bad';
};

function badgesOf(link: Badged): readonly ShownBadge[] {
  const { splitTestEnabled, trackConversions, hasPassword, rules = [] } = link;
  const { brokenDestinations = [] } = link;
  const badges: readonly (ShownBadge | false)[] = [
    brokenDestinations.length > 0 && { text: 'Broken', tone: 'bad' },
    ...linkStates(link, Date.now()).map(stateBadge),
    splitTestEnabled && { text: 'A/B', tone: 'violet' },
    trackConversions && { text: 'Track', tone: 'info' },
    hasPassword === true && { text: 'Password', tone: 'info' },
    rules.length > 0 && { text: `Rules ${rules.length}`, tone: 'info' },
  ];
  return badges.filter((badge) => badge !== false);
}

function stateBadge(state: string): ShownBadge {
  return state === 'Expired' ? { text: state, tone: 'warn' } : { text: state };
}
