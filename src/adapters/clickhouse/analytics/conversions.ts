import { randomUUID } from 'node:crypto';
import type { AnswerConversionsPorts } from '#core/analytics/answer-conversions';
import type { ListedConversion } from '#core/conversions/listed-conversion';
import type { ChangeConversionPorts, Revision } from '#core/conversions/own-conversion';
import { pageOfRows } from '#core/shared/page';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { listedFrom, readingFrom, type ListedRow } from './conversions-rows.ts';
import type { NumberRow } from './number-row.ts';
import {
  conversionNumbers,
  conversionOfId,
  pageOfConversions,
  revisionOfConversion,
} from './conversions-sql.ts';
import { narrowingParams } from './narrowing.ts';
import { linkSetParams } from './link-set-sql.ts';
import { limited, reading } from './statement-limits.ts';

/** Conversions as their owner reads and changes them. */
export function clickhouseConversions(
  client: ClickHouse,
): AnswerConversionsPorts['conversions'] & ChangeConversionPorts['conversions'] {
  return {
    async read(scope, { paging, tracking, ...range }) {
      const parameters = { ...narrowingParams(scope), ...range };
      const { position } = paging.from ?? {};
      const [rows, numbers] = await Promise.all([
        listed(client, pageOfConversions(scope, paging), {
          ...parameters,
          ...(position && { positionMs: position.convertedAtMs, positionId: position.id }),
          rowLimit: paging.limit + 1,
        }),
        numberRows(client, conversionNumbers(scope, tracking), {
          ...parameters,
          ...linkSetParams(tracking),
        }),
      ]);
      const page = pageOfRows(rows, paging, ({ convertedAtMs, id }) => ({ convertedAtMs, id }));
      return { page, ...readingFrom(numbers) };
    },

    async find(userId, id) {
      const [found] = await listed(client, conversionOfId, { userId, id });
      return found ?? null;
    },

    revise: (userId, revision) => revise(client, userId, revision),
  };
}

type Parameters = Readonly<Record<string, unknown>>;

async function listed(
  client: ClickHouse,
  query: string,
  parameters: Parameters,
): Promise<ListedConversion[]> {
  const answer = await client.query({
    query,
    query_params: parameters,
    format: 'JSONEachRow',
    ...reading(),
  });
  return (await answer.json<ListedRow>()).map(listedFrom);
}

async function numberRows(client: ClickHouse, query: string, parameters: Parameters) {
  const answer = await client.query({
    query,
    query_params: parameters,
    format: 'JSONCompactEachRow',
    ...reading(),
  });
  return answer.json<NumberRow>();
}

/**
 * When the answer is lost, the result is unknown; the caller may repeat the insert without a
 * further effect.
 */
async function revise(
  client: ClickHouse,
  userId: string,
  { before, after, isRemoved }: Revision,
): Promise<void> {
  const batch = randomUUID();
  const { clickhouse_settings, abort_signal } = limited();
  await client.command({
    query: revisionOfConversion(before.key !== after.key || before.eventType !== after.eventType),
    query_params: {
      userId,
      linkId: before.linkId,
      eventTypeBefore: before.eventType,
      keyBefore: before.key,
      version: String(after.version),
      isRemoved,
      eventType: after.eventType,
      key: after.key,
      valueCents: after.valueCents,
      profitCents: after.profitCents,
      currency: after.currency,
      batch,
    },
    clickhouse_settings: {
      ...clickhouse_settings,
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: batch,
    },
    abort_signal,
  });
}
