import * as z from 'zod/mini';
import { sources, trusts } from '#contract/conversions/conversions';
import { eventTypes } from '#contract/conversions/event-types';
import * as contract from '#contract/conversions/programs';
import { id } from '#contract/fields';
import type { Answer } from '#contract/route';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { ConversionPosition } from '#core/conversions/conversion';
import type { ListedConversion } from '#core/conversions/conversion';
import {
  editConversion,
  ownConversion,
  removeConversion,
  pageConversions,
} from '#core/conversions/own-conversions';
import type { ConversionPorts, WantedConversions } from '#core/conversions/ports';
import { reportConversion } from '#core/conversions/reports/report-conversion';
import { reportRefund } from '#core/conversions/reports/report-refund';
import { conversionForPrograms } from '#core/conversions/shown-conversion';
import type { Paged, PageFrom } from '#core/shared/page';
import { invalid } from '#core/shared/refusal';
import { requestIdIn } from '#adapters/http/frame/frame';
import { type Mountable, on } from '#adapters/http/frame/on';
import { subjectOf } from '#adapters/http/frame/request-subject';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { seenVersion, versionTag } from '#adapters/http/frame/seen-version';
import { type AskedValues, askedValues } from '#adapters/http/paging/asked-values';
import {
  cursorsOf,
  epochMs,
  fingerprint,
  foreignCursor,
  pagingOf,
  readCursor,
  writeCursor,
} from '#adapters/http/paging/cursor';
import type { AnswerHeaders } from '#adapters/http/sign-in/keyed';
import { reportBatch } from './conversion-batch.ts';

type ProgramPorts = ConversionPorts & {
  readonly erasures: AnalyticsPorts['erasures'];
  /** The application's address. */
  readonly appUrl: string;
  /** Limits how many questions of an account are answered at once. */
  readonly heavy: HeavyAnswers;
};

/** An account's conversions as programs read, report, change and remove them. */
export function programConversionRoutes(ports: ProgramPorts): Mountable[] {
  const shown = (conversion: ListedConversion, headers: AnswerHeaders) => {
    const json = conversionForPrograms(conversion);
    Object.assign(headers, versionTag(json));
    return json;
  };
  return [
    on(contract.listConversions, async ({ caller, query, request }) => {
      const wanted = wantedOf(query, askedValues(request));
      const find = () => pageConversions(ports, caller.id, wanted);
      return pageJson(wanted, await ports.heavy.run({ userId: caller.id, request }, find));
    }),
    on(contract.showConversion, async ({ caller, params, headers }) =>
      shown(await ownConversion(ports, caller.id, params.id), headers),
    ),
    on(contract.reportConversion, async (call) => {
      const { caller, query, body, request, headers, chosenId, setStatus } = call;
      const made = chosenId ?? ports.newId(ports.clock.now());
      const source = sourceOf(request);
      const certainty = query.wait ? 'stored' : 'synced';
      await reportConversion(ports, caller.id, { report: body, id: made, source, certainty });
      const stored = query.wait ? await ports.conversions.find(caller.id, made) : null;
      if (stored === null) return { id: made };
      setStatus(201);
      return shown(stored, headers);
    }),
    on(contract.reportConversions, async ({ caller, body, request, headers, chosenId }) => {
      const first = chosenId ?? ports.newId(ports.clock.now());
      const batch = { ...body, first, source: sourceOf(request), requestId: requestIdIn(headers) };
      return { results: await reportBatch(ports, caller.id, batch) };
    }),
    on(contract.reportRefund, async ({ caller, body, request, chosenId }) => {
      const made = chosenId ?? ports.newId(ports.clock.now());
      await reportRefund(ports, caller.id, { refund: body, id: made, source: sourceOf(request) });
      return { id: made };
    }),
    on(contract.editConversion, async ({ caller, params, body, request, headers }) => {
      const which = { userId: caller.id, id: params.id, seen: seenVersion(request) };
      return shown(await editConversion(ports, which, body), headers);
    }),
    on(contract.removeConversion, ({ caller, params, request }) =>
      removeConversion(ports, { userId: caller.id, id: params.id, seen: seenVersion(request) }),
    ),
  ];
}

/** Entered by a person, or sent by a program. */
function sourceOf(request: Request): 'manual' | 'api' {
  return subjectOf(request).actor === 'session' ? 'manual' : 'api';
}

const mostLinks = 20;

function wantedOf(query: contract.ConversionPageQuery, valuesOf: AskedValues): WantedConversions {
  const { from, to, updatedSince, sort = 'convertedAt', order = 'desc' } = query;
  const linkIds = [...new Set(valuesOf('linkId'))];
  if (linkIds.length > mostLinks) {
    throw invalid({ path: 'linkId', message: `Send at most ${mostLinks} values` });
  }
  const question = {
    fromMs: from === undefined ? null : Date.parse(from),
    toMs: to === undefined ? null : Date.parse(to),
    eventTypes: each('eventType', eventTypes, valuesOf),
    sources: each('source', sources, valuesOf),
    trusts: each('trust', trusts, valuesOf),
    linkIds,
    updatedSinceMs: updatedSince === undefined ? null : Date.parse(updatedSince),
    sort,
    order,
  };
  return { ...question, ...pagingOf(query, (cursor) => placeOf(cursor, question)) };
}

/** The values of a parameter, each of which is one of `allowed`. */
function each<Value extends string>(
  path: string,
  allowed: readonly Value[],
  valuesOf: AskedValues,
): readonly Value[] {
  return [...new Set(valuesOf(path))].map((text) => {
    const value = allowed.find((one) => one === text);
    if (value !== undefined) return value;
    throw invalid({ path, message: `Choose one of ${allowed.join(', ')}` });
  });
}

/** Counting them would cost more than the page. */
function pageJson(
  { limit: _limit, from: _from, ...question }: WantedConversions,
  page: Paged<ListedConversion, ConversionPosition>,
): Answer<typeof contract.listConversions> {
  const asked = fingerprint(question);
  const { next, previous } = cursorsOf(page, ({ side, position }) =>
    writeCursor([asked, side, position.atMs, position.id]),
  );
  const data = page.items.map(conversionForPrograms);
  return { data, nextCursor: next, previousCursor: previous, count: null };
}

const cursorParts = z.tuple([z.string(), z.enum(['after', 'before']), epochMs, id]);

function placeOf(cursor: string, question: unknown): PageFrom<ConversionPosition> {
  const [asked, side, atMs, itsId] = readCursor(cursorParts, cursor, 'cursor');
  if (asked !== fingerprint(question)) throw foreignCursor('cursor');
  return { side, position: { atMs, id: itsId } };
}
