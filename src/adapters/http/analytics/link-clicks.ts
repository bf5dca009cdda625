import { Elysia } from 'elysia';
import { z } from 'zod';
import { pageCursor, pageLimit } from '#contract/paging';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { ClickPosition, RecentClick } from '#core/analytics/reading';
import { recentClicks, type ClicksPage } from '#core/analytics/link-numbers';
import { isId } from '#core/shared/ids';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { epochMs, readCursor, writeCursor } from '#adapters/http/paging/cursor';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type LinkClicksRoutesPorts = {
  readonly session: SignedInPorts;
  readonly analytics: AnalyticsPorts;
  readonly heavy: HeavyAnswers;
};

/** A click without address and visitor. Unknown text is empty; `variant` is 0 outside a test. */
export type RecentClickJson = Omit<RecentClick, 'clickId' | 'atMs'> & {
  readonly id: string;
  readonly at: string;
};

export type LinkClicksJson = {
  readonly clicks: readonly RecentClickJson[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
};

const defaultLimit = 50;

const asked = z.object({
  class: z.enum(['human', 'bot', 'prefetch'], 'Choose human, bot or prefetch').default('human'),
  limit: z.optional(pageLimit),
  cursor: z.optional(pageCursor),
});

/** The recent clicks of one link. */
export function linkClicksRoutes({ session, analytics, heavy }: LinkClicksRoutesPorts) {
  return new Elysia({ name: 'link-clicks' }).use(signedIn(session)).get(
    '/api/links/:id/clicks',
    async ({ user, params, query, request }) => {
      const question = {
        linkId: params.id,
        class: query.class,
        limit: query.limit ? Number(query.limit) : defaultLimit,
        after: query.cursor ? positionOf(query.cursor) : null,
      };
      const find = () => recentClicks(analytics, user.id, question);
      return clicksJson(await heavy.run({ userId: user.id, request }, find));
    },
    { query: asked },
  );
}

function clicksJson({ clicks, next }: ClicksPage): LinkClicksJson {
  return {
    clicks: clicks.map(({ clickId, atMs, ...click }) => ({
      id: clickId,
      at: new Date(atMs).toISOString(),
      ...click,
    })),
    nextCursor: next && writeCursor(['clicks', next.atMs, next.clickId]),
  };
}

const parts = z.tuple([z.literal('clicks'), epochMs, z.string().refine(isId)]);

function positionOf(cursor: string): ClickPosition {
  const [, atMs, clickId] = readCursor(parts, cursor, 'cursor');
  return { atMs, clickId };
}
