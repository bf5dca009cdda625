import { classNames } from '#web/ui/class-names.ts';

const steps = ['File', 'Columns', 'Check', 'Import'] as const;

export type Step = (typeof steps)[number];

/** Where the person is on the way from a file to links. */
export function ImportSteps({ current }: { readonly current: Step }) {
  const reached = steps.indexOf(current);
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-2 text-sm font-medium">
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === reached ? 'step' : undefined}
          className={classNames('flex items-center gap-2', at > reached && 'text-muted')}
        >
          <span
            aria-hidden
            className={classNames(
              'num grid size-6 place-items-center rounded-full text-xs font-semibold',
              at === reached ? 'bg-accent text-on-accent' : 'bg-raised text-muted',
            )}
          >
            {at + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
