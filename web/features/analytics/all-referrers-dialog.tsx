import { useAtomValue } from 'jotai';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { allReferrersQuery, referrerBars } from './analytics.ts';
import type { Question } from '#web/features/address/time-ranges.tsx';
import { BarList } from '#web/ui/bar-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type AllReferrersDialogProps = {
  readonly question: Question;
  readonly isOpen: boolean;
  onClose(): void;
};

/** Every referrer of the range, searchable. */
export function AllReferrersDialog({ question, isOpen, onClose }: AllReferrersDialogProps) {
  return (
    <Dialog title="All referrers" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <Referrers question={question} />
      </DialogBody>
    </Dialog>
  );
}

/** Rendered only while the dialog is open, so no request is sent before. */
function Referrers({ question }: { readonly question: Question }) {
  const { data, error, refetch } = useAtomValue(allReferrersQuery(question));
  const [search, setSearch] = useState('');
  if (error && !data) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  const wanted = search.trim().toLowerCase();
  const bars =
    data &&
    referrerBars(data.topReferrers.filter(({ domain }) => domain.toLowerCase().includes(wanted)));

  return (
    <>
      <SearchBox
        label="Search referrers"
        placeholder="Search referrers..."
        text={search}
        onChange={setSearch}
      />
      <div className="-mx-4 min-h-60">
        {!bars && <SkeletonRows count={8} label="Loading referrers" />}
        {bars?.length === 0 && (
          <EmptyState icon={<Search />} title="No referrers match your search" />
        )}
        {bars && bars.length > 0 && <BarList label="All referrers" unit="click" bars={bars} />}
      </div>
    </>
  );
}
