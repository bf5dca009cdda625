import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { Card } from '#web/ui/card.tsx';
import { PastTests } from './past-tests.tsx';

/** The tests of a link on which none runs. */
export function PastTestsCard({ tests }: { readonly tests: readonly SplitTest[] }) {
  return (
    <Card>
      <h2 className="px-4 py-3.5 text-lg font-semibold tracking-tight md:px-6">Past split tests</h2>
      <PastTests tests={tests} canResume />
    </Card>
  );
}
