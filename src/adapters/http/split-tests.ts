import * as z from 'zod/mini';
import { id } from '#contract/fields';
import * as contract from '#contract/split-tests/split-tests';
import {
  accountTests,
  changeTest,
  endTest,
  linkTest,
  linkTests,
  resumeTest,
} from '#core/split-tests/tests';
import { splitPlan } from '#core/split-tests/pace';
import type { ListedPosition, SplitTestPorts } from '#core/split-tests/ports';
import type { PageFrom } from '#core/shared/page';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import {
  cursorsOf,
  epochMs,
  foreignCursor,
  pagingOf,
  readCursor,
  writeCursor,
} from '#adapters/http/paging/cursor';

/** The split tests of an account's links. */
export function splitTestRoutes(ports: SplitTestPorts, heavy: HeavyAnswers): Mountable[] {
  return [
    on(contract.listSplitTests, async ({ caller, params, query, request }) => {
      const which = { userId: caller.id, linkId: params.id };
      const paging = pagingOf(query, (cursor) => versionAt(cursor, params.id));
      const find = () => linkTests(ports, which, paging);
      const page = await heavy.run({ userId: caller.id, request }, find);
      const { next, previous } = cursorsOf(page, ({ side, position }) =>
        writeCursor(['tests', side, params.id, position]),
      );
      return { data: page.items, nextCursor: next, previousCursor: previous, count: page.count };
    }),
    on(contract.showSplitTest, ({ caller, params }) =>
      linkTest(ports, { userId: caller.id, linkId: params.id, testId: params.testId }),
    ),
    on(contract.showSplitPlan, ({ caller, params, query }) =>
      splitPlan(ports, caller.id, { linkId: params.id, ...query }),
    ),
    on(contract.listAllSplitTests, async ({ caller, query }) => {
      const paging = pagingOf(query, listedAt);
      const page = await accountTests(ports, caller.id, paging);
      const { next, previous } = cursorsOf(page, ({ side, position }) =>
        writeCursor(['all tests', side, position.isRunning, position.atMs, position.id]),
      );
      return { data: page.items, nextCursor: next, previousCursor: previous, count: null };
    }),
    on(contract.changeSplitTest, ({ caller, params, body }) =>
      changeTest(ports, caller, { linkId: params.id, testId: params.testId, input: body }),
    ),
    on(contract.endSplitTest, ({ caller, params, body }) =>
      endTest(ports, caller, { linkId: params.id, testId: params.testId, ...body }),
    ),
    on(contract.resumeSplitTest, ({ caller, params }) =>
      resumeTest(ports, caller, { linkId: params.id, testId: params.testId }),
    ),
  ];
}

const side = z.enum(['after', 'before']);
const version = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));
const linkParts = z.tuple([z.literal('tests'), side, id, version]);
const listedParts = z.tuple([z.literal('all tests'), side, z.boolean(), epochMs, id]);

function versionAt(cursor: string, linkId: string): PageFrom<number> {
  const [, itsSide, itsLink, position] = readCursor(linkParts, cursor, 'cursor');
  if (itsLink !== linkId) throw foreignCursor('cursor');
  return { side: itsSide, position };
}

function listedAt(cursor: string): PageFrom<ListedPosition> {
  const [, itsSide, isRunning, atMs, testId] = readCursor(listedParts, cursor, 'cursor');
  return { side: itsSide, position: { isRunning, atMs, id: testId } };
}
