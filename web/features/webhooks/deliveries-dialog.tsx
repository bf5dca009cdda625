import { useAtomValue, useSetAtom } from 'jotai';
import { Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AttemptJson as Attempt, WebhookJson as Webhook } from '#contract/webhooks/webhooks';
import { showToastAtom } from '#web/app/state/toast.ts';
import { exactMoment, wholeNumber } from '#web/format.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CodeBlock } from '#web/ui/texts/code-block.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { Steps } from '#web/ui/answers/steps.tsx';
import { useCursors, useShownPage } from '#web/ui/answers/use-cursors.ts';
import {
  attemptQuery,
  attemptsQuery,
  eventWord,
  isSuccess,
  resultOf,
  sendAgainAtom,
} from './webhooks.ts';

type DeliveriesDialogProps = { readonly webhook: Webhook | null; onClose(): void };

/** What was sent to a webhook in the last 30 days, and what its server answered. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  return (
    <Dialog
      title="Deliveries"
      description={webhook && <span className="wrap-anywhere">{webhook.url}</span>}
      isOpen={webhook !== null}
      isWide
      onClose={onClose}
    >
      <DialogBody>{webhook && <Attempts webhook={webhook} />}</DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function Attempts({ webhook }: { readonly webhook: Webhook }) {
  const { cursor, stepsFrom } = useCursors();
  const asked = useMemo(() => attemptsQuery(webhook.id, cursor), [webhook.id, cursor]);
  const query = useAtomValue(asked);
  const page = useShownPage(query);
  return (
    <QueryView query={{ ...query, data: page }} icon={<Send />} things="deliveries" rows={4}>
      {({ data, nextCursor }) => (
        <>
          {data.length > 0 ? (
            <ul aria-label="Deliveries" className="grid gap-2">
              {data.map((attempt) => (
                <AttemptRow key={attempt.id} webhook={webhook} attempt={attempt} />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={<Send />}
              title={cursor === null ? 'Nothing sent yet' : 'No older deliveries'}
              text={`${cursor === null ? 'Send a test, or change a link. ' : ''}Attempts are listed here for 30 days.`}
            />
          )}
          <Steps
            things="deliveries"
            isBusy={query.data === undefined}
            {...stepsFrom({ nextCursor })}
          />
        </>
      )}
    </QueryView>
  );
}

type AttemptProps = { readonly webhook: Webhook; readonly attempt: Attempt };

function AttemptRow({ webhook, attempt }: AttemptProps) {
  const showToast = useSetAtom(showToastAtom);
  const sendAgain = useSetAtom(sendAgainAtom);
  const [isOpen, setIsOpen] = useState(false);
  const [send, isBusy] = useAction(async () => {
    await sendAgain({ webhookId: webhook.id, eventId: attempt.eventId });
    showToast('Event sent again');
  }, 'Failed to send the event again');
  const { milliseconds, attemptedAt, nextAt } = attempt;
  const name = `${eventWord(attempt.type)}, ${exactMoment(attemptedAt)}`;
  return (
    <li className="grid min-w-0 grid-cols-1 gap-2.5 rounded-md border border-line px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="font-semibold">{eventWord(attempt.type)}</span>
            <Badge tone={isSuccess(attempt) ? 'good' : 'warn'}>{resultOf(attempt)}</Badge>
          </span>
          <span className="num text-sm text-faint">
            {exactMoment(attemptedAt)} · attempt {attempt.attempt} · {wholeNumber(milliseconds)} ms
          </span>
          {nextAt !== null && (
            <span className="num text-sm text-faint">Next attempt {exactMoment(nextAt)}</span>
          )}
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-label={`Details: ${name}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            Details
          </Button>
          {attempt.type !== 'webhook.test' && webhook.isEnabled && (
            <Button size="sm" isBusy={isBusy} aria-label={`Send again: ${name}`} onClick={send}>
              Send again
            </Button>
          )}
        </div>
      </div>
      {isOpen && <Bodies webhook={webhook} attempt={attempt} />}
    </li>
  );
}

function Bodies({ webhook, attempt }: AttemptProps) {
  const query = useMemo(() => attemptQuery(webhook.id, attempt.id), [webhook.id, attempt.id]);
  return (
    <QueryView query={useAtomValue(query)} icon={<Send />} things="the delivery" rows={2}>
      {({ request, answer }) => (
        <div className="grid min-w-0 gap-2">
          <CodeBlock title="Sent" code={indented(request)} />
          {attempt.status !== null && (
            <CodeBlock
              title="Answer (its first 1 KB)"
              code={answer === '' ? 'No content' : answer}
            />
          )}
        </div>
      )}
    </QueryView>
  );
}

/** JSON on several lines. */
function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
