import { ANALYSTS, analystSettings } from './analysts.ts';
import { EXECUTION_SECONDS } from './folder.ts';
import type { StatementRequest } from './request.ts';

/**
 * Prepares a fresh session for a request: its role, database, settings and parameters, in one text. A
 * parameter's value is stored as sent, in ClickHouse's escaped form, and its type unescapes it.
 * @param logComment the statement's log_comment, which identifies it while it runs
 */
export function preparation(
  request: Pick<StatementRequest, 'database' | 'settings' | 'parameters' | 'analyst'>,
  { logComment, memoryBytes }: { readonly logComment: string; readonly memoryBytes: number },
): string {
  const assignments = [
    ...[...request.settings].map(([name, value]) => `${name} = ${literal(bounded(name, value))}`),
    ...[...request.parameters].map(([name, value]) => `${name} = ${literal(value)}`),
    `log_comment = ${literal(logComment)}`,
    ...(request.analyst === undefined ? [] : analystSettings(memoryBytes)),
  ];
  const role = request.analyst === undefined ? '' : `SET ROLE ${ANALYSTS.role}; `;
  const use = request.database === undefined ? '' : `USE ${identifier(request.database)}; `;
  return `${role}${use}SET ${assignments.join(', ')}`;
}

/** For ClickHouse 0 means no limit. Here 0 becomes the upper limit. */
function bounded(name: string, value: string): string {
  if (name !== 'max_execution_time') return value;
  const seconds = Number(value);
  return seconds > 0 && seconds <= EXECUTION_SECONDS.most ? value : String(EXECUTION_SECONDS.most);
}

function literal(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}

function identifier(text: string): string {
  return `\`${text.replace(/[\\`]/g, String.raw`\$&`)}\``;
}
