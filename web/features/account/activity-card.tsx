import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Activity } from '#web/api.ts';
import { exactMoment, momentLabel, networkLabel } from '#web/format.ts';
import { activityQuery } from './activity.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { FailureCard } from '#web/ui/failure-card.tsx';

/** Lines that are shown before somebody asks for all of them. */
const first = 8;

/** What happened to the account lately, so that its person sees what was not them. */
export function ActivityCard() {
  const { data, error, refetch } = useAtomValue(activityQuery);
  const [isWhole, setIsWhole] = useState(false);
  if (!data && error) {
    return (
      <FailureCard title="Failed to load activity" error={error} onRetry={() => void refetch()} />
    );
  }
  const lines = data && (isWhole ? data : data.slice(0, first));
  return (
    <Card>
      <CardHeader
        title="Recent Activity"
        note="Changes and sign-ins of your account, kept for one year"
      >
        {data && data.length > first && !isWhole && (
          <Button size="sm" onClick={() => setIsWhole(true)}>
            Show all {data.length}
          </Button>
        )}
      </CardHeader>
      {lines ? (
        <ul aria-label="Recent activity" className="border-t border-line">
          {lines.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </ul>
      ) : (
        <SkeletonRows count={4} label="Loading activity" />
      )}
    </Card>
  );
}

function ActivityRow({ activity }: { readonly activity: Activity }) {
  const { event, outcome, actor, network, at } = activity;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 last:border-0">
      <span className="flex flex-wrap items-center gap-1.5">
        {words[event] ?? event.replaceAll('_', ' ')}
        {outcome === 'refused' && <Badge tone="warn">Refused</Badge>}
        {actor === 'key' && <Badge>API key</Badge>}
      </span>
      <span className="text-sm text-faint tabular-nums">
        {network !== '' && <>from {networkLabel(network)} · </>}
        <time dateTime={at} title={exactMoment(at)}>
          {momentLabel(at)}
        </time>
      </span>
    </li>
  );
}

const words: Readonly<Record<string, string>> = {
  account_opened: 'Account created',
  signed_in: 'Sign-in',
  signed_out: 'Signed out',
  session_ended: 'Another session ended',
  other_sessions_ended: 'All other sessions ended',
  reset_requested: 'Password reset requested',
  password_reset: 'Password reset',
  password_changed: 'Password change',
  password_proven: 'Password confirmed',
  verification_requested: 'Confirmation email requested',
  email_verified: 'Email address confirmed',
  email_changed: 'Email address changed',
  profile_changed: 'Profile changed',
  avatar_changed: 'Picture changed',
  key_created: 'API key created',
  key_revoked: 'API key revoked',
  secret_renewed: 'Postback secret changed',
  plan_changed: 'Plan changed',
  payment_asked: 'Payment started',
  card_changed: 'Card change',
  links_exported: 'Links exported',
  account_exported: 'All data downloaded',
  data_exported: 'Data downloaded',
  account_deleted: 'Account deletion',
  denied: 'Access denied',
};
