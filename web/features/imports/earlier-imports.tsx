import { useAtomValue } from 'jotai';
import { Link as RouterLink } from 'react-router';
import type { ImportSummary } from '#web/api.ts';
import { counted, momentLabel } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { importsQuery } from './imports.ts';

/** The imports of the last 30 days; nothing when there are none. */
export function EarlierImports() {
  const imports = useAtomValue(importsQuery).data ?? [];
  if (imports.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Your imports" note="Kept for 30 days" />
      <ul className="border-t border-line">
        {imports.map((run) => (
          <li
            key={run.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
          >
            <RouterLink
              to={paths.importOf(run.id)}
              className="inline-flex min-w-0 items-center rounded-sm font-medium text-accent-text hover:underline touch"
            >
              <span className="truncate">{run.fileName}</span>
            </RouterLink>
            <State run={run} />
            <span className="num ml-auto text-sm text-muted">{momentLabel(run.createdAt)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function State({ run: { state, counts } }: { readonly run: ImportSummary }) {
  switch (state) {
    case 'done':
      return <Badge tone="good">{counted(counts.created, 'link')}</Badge>;
    case 'running':
      return <Badge tone="info">Importing</Badge>;
    case 'cancelled':
      return <Badge>Cancelled</Badge>;
    case 'uploading':
    case 'uploaded':
    case 'checking':
    case 'checked':
      return <Badge tone="warn">Not started</Badge>;
  }
}
