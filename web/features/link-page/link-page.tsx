import { LinkPastTests, LinkSplitTest } from '#web/features/split-tests/link-split-tests.tsx';
import { ReportView } from '#web/features/analytics/report/report-view.tsx';
import { BrokenDestinations } from './broken-destinations.tsx';
import { LinkFrame, NumbersBar } from './link-frame.tsx';

/**
 * Overview of one link: its split test and its numbers. The numbers are fetched at once, but take
 * their place when it is known whether a split test stands above them.
 */
export function Component() {
  return (
    <LinkFrame part="link">
      {(_, link) => (
        <>
          {link && <BrokenDestinations link={link} />}
          {link && <LinkSplitTest link={link} />}
          <div className={link ? 'contents' : 'hidden'}>
            <NumbersBar title="Numbers" />
            <ReportView fixed="link" part="numbers" />
            {link && <LinkPastTests link={link} />}
          </div>
        </>
      )}
    </LinkFrame>
  );
}
