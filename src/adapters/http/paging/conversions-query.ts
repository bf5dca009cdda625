import * as z from 'zod/mini';
import { id } from '#contract/fields';
import type { ConversionsQuery } from '#contract/conversions/conversions';
import type {
  ConversionPages,
  ConversionsAnswer,
  PerformancePosition,
} from '#core/analytics/answer-conversions';
import type { ConversionPosition } from '#core/conversions/conversion';
import type { PageFrom } from '#core/shared/page';
import { cursorsOf, epochMs, readCursor, writeCursor } from './cursor.ts';

const defaultLimit = 100;

/** The requested pages of both lists: by default the first hundred entries. */
export function conversionPages({ limit, cursor, linksCursor }: ConversionsQuery): ConversionPages {
  return {
    limit: limit ? Number(limit) : defaultLimit,
    conversions: cursor ? conversionPlace(cursor) : null,
    links: linksCursor ? performancePlace(linksCursor) : null,
  };
}

/** The cursors of the neighbouring pages; null when there is none. */
export function conversionCursors({ conversions, links }: ConversionsAnswer) {
  const own = cursorsOf(conversions, ({ side, position }) =>
    writeCursor(['conversions', side, position.atMs, position.id]),
  );
  const ofLinks = cursorsOf(links, ({ side, position }) =>
    writeCursor(['links', side, position.conversions, position.linkId]),
  );
  return {
    nextCursor: own.next,
    previousCursor: own.previous,
    nextLinksCursor: ofLinks.next,
    previousLinksCursor: ofLinks.previous,
  };
}

const side = z.enum(['after', 'before']);
const conversionParts = z.tuple([z.literal('conversions'), side, epochMs, id]);
const linkParts = z.tuple([z.literal('links'), side, z.int().check(z.minimum(0)), id]);

function conversionPlace(cursor: string): PageFrom<ConversionPosition> {
  const [, itsSide, atMs, conversionId] = readCursor(conversionParts, cursor, 'cursor');
  return { side: itsSide, position: { atMs, id: conversionId } };
}

function performancePlace(cursor: string): PageFrom<PerformancePosition> {
  const [, itsSide, conversions, linkId] = readCursor(linkParts, cursor, 'linksCursor');
  return { side: itsSide, position: { conversions, linkId } };
}
