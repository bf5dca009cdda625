import { destinationWord } from '#web/format.ts';
import { useAtomValue } from 'jotai';
import { splitLetters } from '#contract/split-tests/split-words';
import type { Link } from '#web/api.ts';
import { lazyPart } from '#web/app/state/lazy.tsx';
import { runningTestAtom, type SplitTest } from '#web/features/split-tests/split-tests.ts';
import type { QuestionProps } from './running-test-questions.tsx';

/** `link`: the link that a form edits; absent in the form of a new link. */
export type OfLink = { readonly link?: Link | undefined };

/** The test that runs on the link; null while it is unknown, and where none runs. */
export function useRunningTest({ link }: OfLink): SplitTest | null {
  return useAtomValue(runningTestAtom(link?.splitTestEnabled ? link.id : null));
}

/** What the field of a destination is called: `Destination B`, `Destination B, Video`. */
export function destinationLabel(place: number, test: SplitTest | null): string {
  const name = test?.destinations[place]?.name;
  return `${destinationWord(splitLetters[place] ?? '')}${name ? `, ${name}` : ''}`;
}

// Forms without a running test do not load them.
const load = () => import('./running-test-questions.tsx');
const question = lazyPart<QuestionProps>(
  async () => (await load()).ContinueQuestion,
  () => null,
);
const end = lazyPart<OfLink>(
  async () => (await load()).EndOfTest,
  () => null,
);

type PlanProps = { readonly linkId: string; readonly destinations: number };

const plan = lazyPart<PlanProps>(
  async () => (await import('#web/features/split-tests/plan-note.tsx')).PlanNote,
  () => null,
);

/** How long a test would take that has not begun; nothing for a new link. */
export function PlanOfTest({ link, destinations }: OfLink & Pick<PlanProps, 'destinations'>) {
  return (
    link && !link.splitTestEnabled && <plan.Part linkId={link.id} destinations={destinations} />
  );
}

/** Asks, below the first corrected destination, whether the running test goes on. */
export function ContinueQuestion(props: QuestionProps) {
  return props.link?.splitTestEnabled && <question.Part {...props} />;
}

/** Says what a change of the split test ends; nothing while it goes on. */
export function EndOfTest({ link }: OfLink) {
  return link?.splitTestEnabled && <end.Part link={link} />;
}
