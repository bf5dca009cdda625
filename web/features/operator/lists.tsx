import { useAtomValue, useSetAtom } from 'jotai';
import { dateLabel, wholeNumber } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { actionsColumn, type Column } from '#web/ui/table/column.ts';
import { Table } from '#web/ui/table/table.tsx';
import { messagesQuery, reportsQuery, searchAtom, storageQuery } from './operator.ts';

const row =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0';
const empty = 'border-t border-line px-4 py-6 text-center text-muted';

/**
 * Accounts with the most clicks. Their owners are shown on request, and each request is recorded.
 */
export function StorageCard() {
  const storage = useAtomValue(storageQuery);
  const search = useSetAtom(searchAtom);
  return (
    <QueryView
      query={storage}
      title="Storage by account"
      note="Clicks in the event store, the largest accounts first"
      things="the storage"
      rows={4}
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className={empty}>No clicks are stored.</p>
        ) : (
          <Table
            label="Storage by account"
            columns={[...storageColumns, showColumn(search)]}
            rows={rows}
            keyOf={({ userId }) => userId}
          />
        )
      }
    </QueryView>
  );
}

type Stored = { readonly userId: string; readonly clicks: number };

const storageColumns: readonly Column<Stored>[] = [
  { name: 'Account', share: 82, look: 'truncate font-mono text-sm', cell: ({ userId }) => userId },
  { name: 'Clicks', share: 18, isRight: true, cell: ({ clicks }) => wholeNumber(clicks) },
];

function showColumn(onShow: (userId: string) => void): Column<Stored> {
  const cell = ({ userId }: Stored) => (
    <Button size="sm" aria-label={`Show account ${userId}`} onClick={() => onShow(userId)}>
      Show
    </Button>
  );
  return actionsColumn(cell, { name: 'Show', widthPx: 84 });
}

/** What people have written to support. */
export function MessagesCard() {
  const messages = useAtomValue(messagesQuery);
  return (
    <QueryView
      query={messages}
      title="Messages to support"
      note="The newest fifty; they are kept for a year"
      things="the messages"
      rows={3}
    >
      {(all) =>
        all.length === 0 ? (
          <p className={empty}>Nobody has written to support.</p>
        ) : (
          <ul className="border-t border-line">
            {all.map(({ id, userId, name, email, subject, message, createdAt }) => (
              <li key={id} className={row}>
                <span className="min-w-0 font-medium wrap-anywhere">{subject}</span>
                <time dateTime={createdAt} className="text-sm text-faint">
                  {dateLabel(createdAt)}
                </time>
                <p className="w-full text-sm wrap-anywhere text-muted">
                  {name},{' '}
                  <a
                    className="underline"
                    href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
                  >
                    {email}
                  </a>
                  {userId === null && ', not signed in'}
                </p>
                <p className="w-full text-sm wrap-anywhere whitespace-pre-wrap">{message}</p>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

/** What people have reported. */
export function ReportsCard() {
  const reports = useAtomValue(reportsQuery);
  return (
    <QueryView
      query={reports}
      title="Reported links"
      note="The newest fifty"
      things="the reports"
      rows={3}
    >
      {(all) =>
        all.length === 0 ? (
          <p className={empty}>Nobody has reported a link.</p>
        ) : (
          <ul className="border-t border-line">
            {all.map(({ id, url, reason, email, createdAt }) => (
              <li key={id} className={row}>
                <span className="min-w-0 font-mono text-sm wrap-anywhere">{url}</span>
                <time dateTime={createdAt} className="text-sm text-faint">
                  {dateLabel(createdAt)}
                </time>
                <p className="w-full text-sm wrap-anywhere text-muted">
                  {reason}
                  {email !== null && <> — {email}</>}
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

/** The blocklist of this instance; it is edited as a file. */
export function BlocklistCard({ text }: { readonly text: string | undefined }) {
  return (
    <Card>
      <CardHeader title="Blocklist" note="DATA_DIR/blocklist.txt, read again after each change" />
      {text === undefined ? (
        <SkeletonRows count={3} label="Loading the blocklist" />
      ) : text.trim() === '' ? (
        <p className={empty}>Nothing is blocked.</p>
      ) : (
        <pre
          // Long lists scroll, also by keyboard.
          tabIndex={0}
          aria-label="Lines of the blocklist"
          className="max-h-80 overflow-auto border-t border-line px-4 py-3 font-mono text-sm"
        >
          {text}
        </pre>
      )}
    </Card>
  );
}
