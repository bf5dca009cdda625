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
import type { SplitTestPorts } from '#core/split-tests/ports';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { newestOf, wholeList } from '#adapters/http/paging/whole-list';

/** The split tests of an account's links. */
export function splitTestRoutes(ports: SplitTestPorts, heavy: HeavyAnswers): Mountable[] {
  return [
    on(contract.listSplitTests, async ({ caller, params, request }) => {
      const find = () => linkTests(ports, caller.id, params.id);
      return wholeList(await heavy.run({ userId: caller.id, request }, find));
    }),
    on(contract.showSplitTest, ({ caller, params }) =>
      linkTest(ports, { userId: caller.id, linkId: params.id, testId: params.testId }),
    ),
    on(contract.showSplitPlan, ({ caller, params, query }) =>
      splitPlan(ports, caller.id, { linkId: params.id, ...query }),
    ),
    on(contract.listAllSplitTests, async ({ caller }) =>
      newestOf(await accountTests(ports, caller.id)),
    ),
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
