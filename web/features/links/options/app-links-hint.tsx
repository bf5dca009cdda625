import { useAtomValue } from 'jotai';
import { useFormContext, useWatch } from 'react-hook-form';
import { domainsQuery } from '#web/features/domains/domains.ts';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { shortHost } from '#web/instance.ts';
import { paths } from '#web/paths.ts';

/** Says whether phones open links on the form's domain in an app at once. */
export function AppLinksHint() {
  const { control } = useFormContext<LinkValues>();
  const host = useWatch({ control, name: 'domain' }) ?? '';
  const domains = useAtomValue(domainsQuery).data;
  if (domains === undefined) return null;
  const domain = domains.find((each) => each.domain === host);
  const systems = [
    ...(domain && domain.appLinks.ios.length > 0 ? ['iOS'] : []),
    ...(domain && domain.appLinks.android.length > 0 ? ['Android'] : []),
  ];
  return (
    <p className="text-sm text-muted">
      {domain === undefined
        ? `Links on ${shortHost.replace(/\/$/, '')} open the browser first. A domain of your own can open your app at once.`
        : systems.length === 0
          ? `Links on ${host} open the browser first: the domain names no app.`
          : `${host} is set up for your ${systems.join(' and ')} app: phones that have it open the link there at once, without these addresses.`}{' '}
      <a
        href={domain === undefined ? paths.domains : paths.domainOf(host)}
        target="_blank"
        rel="noopener noreferrer"
        className="rounded-sm font-semibold text-accent-text hover:underline"
      >
        {domain === undefined ? 'Your domains' : `App links of ${host}`}
        <span className="sr-only"> (in a new tab)</span>
      </a>
    </p>
  );
}
