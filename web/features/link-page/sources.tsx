import { ReportView } from '#web/features/analytics/report/report-view.tsx';
import { LinkFrame, NumbersBar } from './link-frame.tsx';

/**
 * Where a link's clicks come from: places, referrers, devices and hours. They take their place when it
 * is known whether the link has conversions.
 */
export function Component() {
  return (
    <LinkFrame part="linkSources">
      {(_, link) => (
        <div className={link ? 'contents' : 'hidden'}>
          <NumbersBar title="Sources" />
          <ReportView fixed="link" part="lists" />
        </div>
      )}
    </LinkFrame>
  );
}
