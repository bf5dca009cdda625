import { useAtomValue, useSetAtom } from 'jotai';
import { Coins, FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import type { Cost } from '#contract/analytics/costs';
import { ApiError, type Issue } from '#web/api-error.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { showToastAtom } from '#web/app/state/toast.ts';
import { counted } from '#web/format.ts';
import { RemovalQuestion } from '#web/forms/removal-question.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { messageOf } from '#web/forms/refusals.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import type { EditedCost } from './cost-dialog.tsx';
import { costAmount, costDays, costsQuery, removeCostAtom, uploadCostsAtom } from './costs.ts';

const CostDialog = lazyDialog(
  async () => (await import('./cost-dialog.tsx')).CostDialog,
  ({ cost }) => cost !== null,
);

type CostsCardProps = {
  /** The link whose costs are shown; null: those of the account's campaigns. */
  readonly linkId: string | null;
};

/** What clicks cost: listed, added, changed, removed and uploaded. */
export function CostsCard({ linkId }: CostsCardProps) {
  const query = useAtomValue(costsQuery);
  const [edited, setEdited] = useState<EditedCost | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  return (
    <>
      <QueryView
        query={query}
        title="Costs"
        note={
          linkId === null
            ? 'What your campaigns cost, by their UTM campaign. The costs of a link are on its page, under Conversions.'
            : 'What the clicks of this link cost.'
        }
        things="the costs"
        rows={1}
        control={() => (
          <Button ref={add} size="sm" onClick={() => setEdited({ linkId })}>
            <Plus aria-hidden className="size-4 text-muted" />
            Add a cost
          </Button>
        )}
      >
        {(costs) => (
          <>
            <CostList
              costs={costs.filter((cost) => cost.linkId === linkId)}
              onEdit={setEdited}
              onRemoved={() => add.current?.focus()}
            />
            {linkId === null && <Upload />}
          </>
        )}
      </QueryView>
      <CostDialog cost={edited} onClose={() => setEdited(null)} />
    </>
  );
}

type CostListProps = {
  readonly costs: readonly Cost[];
  onEdit(cost: Cost): void;
  onRemoved(): void;
};

function CostList({ costs, onEdit, onRemoved }: CostListProps) {
  const remove = useSetAtom(removeCostAtom);
  const [removed, setRemoved] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  if (costs.length === 0) {
    return (
      <p className="flex items-center gap-2 border-t border-line px-4 py-3 text-muted">
        <Coins aria-hidden className="size-4 shrink-0" />
        Enter what clicks cost, and the report shows cost and ROI.
      </p>
    );
  }
  return (
    <ul aria-label="Costs" className="max-h-96 overflow-y-auto border-t border-line">
      {costs.map((cost) => (
        <li key={cost.id} className="border-b border-line px-4 py-2 last:border-0">
          {cost.id === removed ? (
            <RemovalQuestion
              verb="Remove"
              name={nameOf(cost)}
              consequence="The report no longer counts it."
              failure="Failed to remove the cost"
              onRemove={async () => {
                await remove(cost.id);
                onRemoved();
              }}
              onCancel={() => {
                setFocused(cost.id);
                setRemoved(null);
              }}
            />
          ) : (
            <CostRow cost={cost}>
              <IconButton label={`Edit ${nameOf(cost)}`} onClick={() => onEdit(cost)}>
                <Pencil aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Remove ${nameOf(cost)}`}
                autoFocus={focused === cost.id}
                onClick={() => setRemoved(cost.id)}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </CostRow>
          )}
        </li>
      ))}
    </ul>
  );
}

type CostRowProps = { readonly cost: Cost; readonly children: React.ReactNode };

function CostRow({ cost, children }: CostRowProps) {
  const { campaign, note } = cost;
  return (
    <div className="flex items-center gap-2">
      <div className="grid min-w-0 grow gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem] sm:items-baseline">
        <span dir="auto" className="truncate font-medium">
          {campaign ?? costAmount(cost)}
        </span>
        <span dir="auto" className="truncate text-muted">
          {campaign === null ? note : [costAmount(cost), note].filter(Boolean).join(' · ')}
        </span>
        <span className="num text-sm text-muted sm:text-right">{costDays(cost)}</span>
      </div>
      {children}
    </div>
  );
}

/** `autumn, $0.25 per click`. */
function nameOf(cost: Cost): string {
  return [cost.campaign, costAmount(cost)].filter(Boolean).join(', ');
}

/** Adds the costs of a CSV file, or says which rows are bad. */
function Upload() {
  const input = useRef<HTMLInputElement>(null);
  const upload = useSetAtom(uploadCostsAtom);
  const showToast = useSetAtom(showToastAtom);
  const [issues, setIssues] = useState<readonly Pick<Issue, 'message'>[]>([]);
  const [send, isBusy] = useAction(
    async (file: File) => {
      setIssues([]);
      showToast(`${counted(await upload(file), 'cost')} added`);
    },
    (error) => {
      const found = error instanceof ApiError ? error.issues : [];
      const whole = { message: messageOf(error, 'Failed to upload the file') };
      setIssues(found.length > 0 ? found : [whole]);
    },
  );
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) send(file);
    // Allows choosing the same file again.
    currentTarget.value = '';
  };
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="sm" isBusy={isBusy} onClick={() => input.current?.click()}>
          <FileUp aria-hidden className="size-4 text-muted" />
          {isBusy ? 'Uploading' : 'Upload CSV'}
        </Button>
        <p className="min-w-0 text-sm text-muted">
          With the headings <b className="font-medium">date</b>, <b className="font-medium">link</b>{' '}
          or <b className="font-medium">campaign</b>, <b className="font-medium">cost</b> and{' '}
          <b className="font-medium">currency</b>; each row is one day.
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="CSV file with costs"
          onChange={choose}
        />
      </div>
      {issues.length > 0 && (
        <div role="alert" className="grid gap-1 text-sm text-bad">
          <p>Nothing was added:</p>
          <ul className="max-h-40 list-inside list-disc overflow-y-auto">
            {issues.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
