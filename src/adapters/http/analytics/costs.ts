import * as z from 'zod/mini';
import * as contract from '#contract/analytics/costs';
import { addCost, addCostRows, changeCost, type CostRow } from '#core/analytics/cost-entries';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { centsFromDecimal } from '#core/shared/money';
import { invalid, Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import { csvRows } from '#adapters/http/csv/csv-rows';
import { type Mountable, on } from '#adapters/http/frame/on';
import { bodyTooLarge } from '#adapters/http/frame/read-within';
import { pageOfList } from '#adapters/http/paging/page-of-list';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';

export type CostSite = {
  /** Limits how many files are received at once. */
  readonly uploads: HeavyAnswers;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

/** What an account's clicks cost. */
export function costRoutes(
  ports: Pick<AnalyticsPorts, 'costs' | 'links'>,
  { uploads, shortOrigin }: CostSite,
): Mountable[] {
  const { costs } = ports;
  const shortHost = new URL(shortOrigin).host;
  return [
    on(contract.listCosts, async ({ caller, query }) =>
      pageOfList(await costs.of(caller.id), query, {
        name: 'costs',
        positionOf: ({ firstDay, id }) => [firstDay, id],
        isDescending: true,
      }),
    ),
    on(contract.addCost, ({ caller, body, chosenId }) =>
      addCost(ports, caller.id, { ...body, chosenId }),
    ),
    on(contract.changeCost, ({ caller, params, body }) =>
      changeCost(ports, caller.id, { ...body, id: params.id }),
    ),
    on(contract.removeCost, ({ caller, params }) =>
      costs.remove({ userId: caller.id, id: params.id }),
    ),
    on(contract.uploadCosts, ({ caller, request, chosenId }) =>
      uploads.run({ userId: caller.id, request }, async () => {
        const rows = await costRows(request);
        return { added: await addCostRows(ports, caller.id, { rows, shortHost, chosenId }) };
      }),
    ),
  ];
}

const maxBytes = contract.maxCostFileBytes;
const limits = {
  maxBytes,
  maxCells: 50,
  limitMs: minuteMs,
  tooLarge: () => bodyTooLarge('The file', maxBytes),
};

/** Windows names CSV files after the program that opens them. */
const csvTypes = ['text/csv', 'application/vnd.ms-excel'];

async function costRows(request: Request): Promise<readonly CostRow[]> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || !csvTypes.includes(type)) {
    throw new Refusal('unsupported_media_type', 'Send a CSV file with Content-Type: text/csv');
  }
  if (request.body === null) throw invalid({ path: 'file', message: 'The file is empty' });
  const cells = (await Array.fromAsync(csvRows(request.body, limits))).flat();
  const [headings = [], ...rows] = cells;
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const missing = ['date', 'cost', 'currency'].find((name) => !names.includes(name));
  if (missing !== undefined || !(names.includes('link') || names.includes('campaign'))) {
    const message = 'The file needs the headings date, link or campaign, cost and currency';
    throw invalid({ path: 'file', message });
  }
  return rows
    .map((row, index) => ({ row, place: index + 2 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''))
    .map(({ row, place }) => {
      const cell = (name: string) => row[names.indexOf(name)]?.trim() ?? '';
      return { row: place, ...costRow(cell) };
    });
}

type Read =
  | Omit<Extract<CostRow, { kind: 'cost' }>, 'row'>
  | Omit<Extract<CostRow, { kind: 'named' }>, 'row'>
  | Omit<Extract<CostRow, { kind: 'bad' }>, 'row'>;

/** Stands for the link until it is found. */
const anyLink = '00000000-0000-0000-0000-000000000000';

/** A total for one day. */
function costRow(cell: (name: string) => string): Read {
  const [date, link, campaign] = [cell('date'), cell('link'), cell('campaign')];
  const amountCents = centsFromDecimal(cell('cost'));
  if (amountCents === null) {
    return { kind: 'bad', message: 'Write the cost as a number with a point, such as 12.50' };
  }
  const read = z.safeParse(contract.NewCost, {
    linkId: link === '' ? null : anyLink,
    campaign: campaign === '' ? null : campaign,
    kind: 'total',
    amount: amountCents,
    currency: cell('currency').toUpperCase(),
    firstDay: date,
    lastDay: date,
    note: '',
  });
  if (!read.success) return { kind: 'bad', message: read.error.issues[0]?.message ?? 'Not valid' };
  const cost = read.data;
  if (link === '') return { kind: 'cost', cost };
  return { kind: 'named', link, costOf: (linkId) => ({ ...cost, linkId }) };
}
