import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { AnswerJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { callAll } from '#web/api.ts';
import { exactMoment, momentLabel, networkLabel } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { activityKey } from '#web/app/state/activity.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

type Activity = AnswerJson<Routes['GET /api/v1/activity']>['data'][number];

/** The account's recent activity. Fetched each time the card is shown. */
const activityQuery = queryAtom<Activity[]>(() => ({
  queryKey: activityKey,
  queryFn: () => callAll('GET /api/v1/activity'),
  staleTime: 0,
}));

/** Rows shown before 'Show all'. */
const first = 8;

/** Recent events of the account, so that its owner can notice actions of other people. */
export function ActivityCard() {
  const activity = useAtomValue(activityQuery);
  const [isWhole, setIsWhole] = useState(false);
  return (
    <QueryView
      query={activity}
      title="Recent Activity"
      note="Changes and sign-ins of your account, kept for one year"
      things="activity"
      rows={4}
      control={(all) =>
        all.length > first &&
        !isWhole && (
          <Button size="sm" onClick={() => setIsWhole(true)}>
            Show all {all.length}
          </Button>
        )
      }
    >
      {(all) => (
        <ul aria-label="Recent activity" className="border-t border-line">
          {(isWhole ? all : all.slice(0, first)).map((each) => (
            <ActivityRow key={each.id} activity={each} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function ActivityRow({ activity }: { readonly activity: Activity }) {
  const { event, outcome, actor, network, at, detail } = activity;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 last:border-0">
      <span className="flex max-w-full min-w-0 flex-wrap items-center gap-1.5">
        {words[event] ?? event.replaceAll('_', ' ')}
        {outcome === 'refused' && <Badge tone="warn">Refused</Badge>}
        {actor === 'key' && <Badge>API key</Badge>}
        {actor === 'operator' && <Badge>Operator</Badge>}
        {detail !== null && (
          <code title={detail} className="max-w-full truncate font-mono text-sm text-muted">
            {detail}
          </code>
        )}
      </span>
      <span className="text-sm text-faint tabular-nums">
        {network !== null && <>from {networkLabel(network)} · </>}
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
  operator_viewed: 'An operator looked at the account',
  operator_disabled: 'An operator disabled the account',
  operator_enabled: 'An operator enabled the account',
  operator_plan: 'An operator changed the access',
  operator_mails: 'An operator sent mails again',
  operator_reset_link: 'An operator made a password reset link',
  email_changed: 'Email address changed',
  profile_changed: 'Profile changed',
  avatar_changed: 'Picture changed',
  key_created: 'API key created',
  key_changed: 'API key changed',
  key_rotated: 'API key rotated',
  key_revoked: 'API key revoked',
  keys_revoked: 'All API keys revoked',
  secret_renewed: 'Postback secret changed',
  login_created: 'ClickHouse password created',
  login_removed: 'ClickHouse password removed',
  domain_added: 'Domain added',
  domain_changed: 'Domain changed',
  domain_removed: 'Domain removed',
  webhook_added: 'Webhook added',
  webhook_changed: 'Webhook changed',
  webhook_removed: 'Webhook removed',
  webhook_secret_rotated: 'Secret of a webhook replaced',
  plan_changed: 'Plan changed',
  payment_asked: 'Payment started',
  card_changed: 'Card change',
  links_exported: 'Links exported',
  links_changed: 'Many links changed',
  links_imported: 'Import of links',
  numbers_exported: 'Analytics exported',
  report_shared: 'Report shared',
  report_changed: 'Shared report changed',
  report_removed: 'Shared report deleted',
  mailed_report_added: 'Email report added',
  mailed_report_changed: 'Email report changed',
  mailed_report_removed: 'Email report deleted',
  account_exported: 'All data downloaded',
  data_exported: 'Data downloaded',
  account_deleted: 'Account deletion',
  statement_run: 'SQL statement',
  denied: 'Access denied',
};
