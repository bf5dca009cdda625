import { useSetAtom } from 'jotai';
import { resumeSplitTestAtom, type TestId } from '#web/features/split-tests/changes/changes.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';

/** Lets a test go on that ended by sending everybody to one destination. */
export function ResumeButton({ test }: { readonly test: TestId }) {
  const resume = useSetAtom(resumeSplitTestAtom);
  const [start, isBusy] = useAction(() => resume(test), 'Failed to resume the test');
  return (
    <div className="px-4 py-3 md:px-6">
      <Button size="sm" isBusy={isBusy} onClick={start}>
        Let this test go on
      </Button>
    </div>
  );
}
