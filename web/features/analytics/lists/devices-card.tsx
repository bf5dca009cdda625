import { useAtom } from 'jotai';
import type { Report } from '#web/api.ts';
import { ListCard } from './list-card.tsx';
import { devicesTabAtom } from './shown-lists.ts';

/** What people click with. */
export function DevicesCard({ report }: { readonly report: Report | undefined }) {
  const [tab, setTab] = useAtom(devicesTabAtom);
  const emptyText = 'No device data available';
  return (
    <ListCard
      title="Device Statistics"
      report={report}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'devices', label: 'Devices', dimension: 'devices', emptyText },
        { value: 'browsers', label: 'Browsers', dimension: 'browsers', emptyText },
        { value: 'systems', label: 'Systems', dimension: 'systems', emptyText },
      ]}
    />
  );
}
