import { ReportView } from '#web/features/analytics/report/report-view.tsx';
import { LinkFrame, NumbersBar } from './link-frame.tsx';

/** Where a link's clicks come from: places, referrers, devices and hours. */
export function Component() {
  return (
    <LinkFrame part="linkSources">
      {() => (
        <>
          <NumbersBar title="Sources" />
          <ReportView fixed="link" part="lists" />
        </>
      )}
    </LinkFrame>
  );
}
