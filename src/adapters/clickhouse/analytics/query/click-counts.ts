import type { Units } from '#core/analytics/reading';
import type { Counted, QueryAsked } from '#core/analytics/query/reading';
import { dayMs } from '#core/shared/time';
import {
  columnsOfDays,
  type DayProjection,
  dayProjections,
} from '#adapters/clickhouse/analytics/facts';
import {
  insideArchive,
  ofClass,
  outsideArchive,
  passingClicks,
} from '#adapters/clickhouse/analytics/scope-sql';
import {
  inDaysOf,
  inEdgesOf,
  isQuarter,
  wholeDays,
  within,
} from '#adapters/clickhouse/analytics/times';
import { columnsOfConditions } from './conditions.ts';
import { columnsOf } from './properties.ts';
import { grouped, propertyOf, type QuerySpan } from './grouped.ts';

/** The clicks of the span by the keys of the question. Every way of counting gives the same. */
export function countedClicks(asked: QueryAsked, span: QuerySpan): readonly string[] {
  if (!asked.counted.some((each) => ofClicks.has(each))) return [];
  if (asked.counted.includes('uniqueVisitors') || asked.archive !== 'none') {
    return [singly(asked, span, within(span, 'clicked_at'))];
  }
  const units = unitsOf(asked, span);
  const columns = columnsNeeded(asked);
  const edges = [...units.boundariesMs, ...(asked.cycle?.[span]?.offsetsMs ?? [])];
  if (columns.length === 0 && edges.every(isQuarter)) return [byQuarters(asked, span)];

  const days = wholeDays(units);
  const projection = dayProjections.find((each) => {
    const has = columnsOfDays(each);
    return columns.every((column) => has.includes(column));
  });
  const isByWholeDays =
    !asked.isByTime ||
    (!isByHour(asked.cycle) && units.boundariesMs.every((ms) => ms % dayMs === 0));
  if (projection === undefined || days === null || !isByWholeDays) {
    return [singly(asked, span, within(span, 'clicked_at'))];
  }
  const rest = days.edgeDays.length === 0 ? [] : [singly(asked, span, inEdgesOf(span))];
  return [byDays(asked, span, projection), ...rest];
}

/** The clicks of expired months, of which daily counts by UTC day remain. */
export function archivedClicks(asked: QueryAsked, span: QuerySpan): readonly string[] {
  if (asked.archive !== 'counted' || !asked.counted.some((each) => ofClicks.has(each))) return [];
  const { condition } = whereOf(asked);
  const time = `toDateTime64(day, 3, 'UTC')`;
  return [
    grouped(asked, {
      span,
      from: `clicks_archive WHERE ${condition} AND ${insideArchive} AND ${within(span, time)}`,
      atMs: `toUnixTimestamp64Milli(${time})`,
      numbers: sums('count'),
    }),
  ];
}

const ofClicks: ReadonlySet<Counted> = new Set(['clicks', 'botClicks', 'uniqueVisitors']);

function unitsOf({ span: own, compared }: QueryAsked, span: QuerySpan): Units {
  return span === 'asked' ? own : (compared ?? { boundariesMs: [] });
}

function isByHour(cycle: QueryAsked['cycle']): boolean {
  return cycle !== null && cycle.unit !== 'weekday';
}

/** The columns of clicks that the question reads, apart from the class. */
function columnsNeeded({ groupings, scope }: QueryAsked): readonly string[] {
  const isOfLinks = scope.among !== null || scope.erasedLinkIds.length > 0;
  const columns = [
    ...groupings.flatMap((grouping) => columnsOf(propertyOf(grouping))),
    ...columnsOfConditions(scope),
    ...(isOfLinks ? ['link_id'] : []),
  ];
  return [...new Set(columns)].filter((column) => column !== 'class');
}

/** Bots are counted beside the wanted classes. */
function whereOf({ scope, counted }: QueryAsked) {
  const passing = passingClicks(scope);
  return { condition: counted.includes('botClicks') ? passing : `${passing} AND ${ofClass}` };
}

function singly(asked: QueryAsked, span: QuerySpan, when: string): string {
  const { condition } = whereOf(asked);
  const archived = asked.archive !== 'none' ? ` AND ${outsideArchive('clicked_at')}` : '';
  return grouped(asked, {
    span,
    from: `clicks WHERE ${condition} AND ${when}${archived}`,
    atMs: 'toUnixTimestamp64Milli(clicked_at)',
    numbers: {
      clicks: `countIf(${ofClass})`,
      botClicks: `countIf(class != 'human')`,
      uniqueVisitors: `uniqExactIf(visitor_id, visitor_id != 0 AND ${ofClass})`,
    },
  });
}

function byQuarters(asked: QueryAsked, span: QuerySpan): string {
  const quarter = 'toStartOfFifteenMinutes(clicked_at)';
  const keys = asked.isByTime ? 'at, class' : 'class';
  const { condition } = whereOf(asked);
  return grouped(asked, {
    span,
    from: `(SELECT ${asked.isByTime ? `${quarter} AS at, ` : ''}class, count() AS number
      FROM clicks WHERE ${condition} AND ${within(span, quarter)} GROUP BY ${keys})`,
    atMs: 'toInt64(toUnixTimestamp(at)) * 1000',
    numbers: sums('number'),
  });
}

function byDays(asked: QueryAsked, span: QuerySpan, projection: DayProjection): string {
  const columns = [...columnsOfDays(projection), 'class'].join(', ');
  const { condition } = whereOf(asked);
  const keys = asked.isByTime ? `day, ${columns}` : columns;
  return grouped(asked, {
    span,
    from: `(SELECT ${asked.isByTime ? 'toDate(clicked_at) AS day, ' : ''}${columns}, count() AS number
      FROM clicks WHERE ${condition} AND ${inDaysOf(span)} GROUP BY ${keys})`,
    atMs: 'toInt64(toUInt16(day)) * 86400000',
    numbers: sums('number'),
  });
}

function sums(number: 'number' | 'count') {
  return {
    clicks: `sumIf(${number}, ${ofClass})`,
    botClicks: `sumIf(${number}, class != 'human')`,
  };
}
