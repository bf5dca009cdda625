import { atom } from 'jotai';
import type { SplitLetter } from '#contract/split-tests/split-words';
import { call } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';
import { offerAtom } from '#web/app/state/toast.ts';
import {
  reloadTestsAtom,
  type SplitTest,
  type SplitTestChange,
  testsOfLinkKey,
} from '#web/features/split-tests/split-tests.ts';

/** What names a test in the API. */
export type TestId = Pick<SplitTest, 'id' | 'linkId'>;

const paramsOf = ({ id, linkId }: TestId) => ({ id: linkId, testId: id });

type Change = { readonly test: TestId; readonly change: SplitTestChange };

export const changeSplitTestAtom = atom(null, async (_, set, { test, change }: Change) => {
  await call('PATCH /api/v1/links/:id/split-tests/:testId', {
    params: paramsOf(test),
    body: change,
  });
  void set(reloadTestsAtom);
  await set(reloadAtom, testsOfLinkKey);
});

type Sent = { readonly test: TestId; readonly destination: SplitLetter; undo(): void };

const undoShownMs = 10_000;

/** Ends a test by sending everybody to one destination, and offers to take that back. */
export const sendEverybodyAtom = atom(null, async (_, set, { test, destination, undo }: Sent) => {
  await call('POST /api/v1/links/:id/split-tests/:testId/end', {
    params: paramsOf(test),
    body: { destination },
  });
  set(offerAtom, {
    title: `Everybody is sent to ${destination} now`,
    text: 'The test has ended. It stays readable here.',
    action: { label: 'Undo', choose: undo },
    shownMs: undoShownMs,
  });
  void set(reloadTestsAtom);
  await set(refreshNumbersAtom);
});

/** Takes back the end of a test. */
export const resumeSplitTestAtom = atom(null, async (_, set, test: TestId) => {
  await call('POST /api/v1/links/:id/split-tests/:testId/resume', { params: paramsOf(test) });
  void set(reloadTestsAtom);
  await set(refreshNumbersAtom);
});
