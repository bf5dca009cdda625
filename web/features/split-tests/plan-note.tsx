import { useAtomValue } from 'jotai';
import { type SplitTest, splitPlanQuery } from './split-tests.ts';
import { planRateWords, planWords } from './words.ts';

/** What a difference takes, and by which rate. */
export function PlanWords({ plan }: { readonly plan: NonNullable<SplitTest['planned']> }) {
  return (
    <>
      {planWords(plan)} <span className="text-faint">{planRateWords(plan)}</span>
    </>
  );
}

type PlanNoteProps = {
  readonly linkId: string;
  /** Of the test that would begin. */
  readonly destinations: number;
};

/** How long a test of the link would take; nothing while its visits say nothing about that. */
export function PlanNote({ linkId, destinations }: PlanNoteProps) {
  const { data: plan } = useAtomValue(splitPlanQuery(linkId));
  const own = plan?.plans.find((each) => each.destinations === destinations);
  if (!plan || own === undefined) return null;
  return (
    <p className="text-sm text-pretty text-muted">
      <PlanWords plan={{ ...plan, ...own }} />
    </p>
  );
}
