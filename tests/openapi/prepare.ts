import { z } from 'zod';
import { call } from '#tests/support/calls';
import type { EdgeWorld } from '#tests/support/worlds/edge-world';
import type { Things } from '#tests/support/builders/tenants';
import { bearer } from '#tests/edge/ask';

const tests = z.object({ data: z.array(z.object({ id: z.string(), isRunning: z.boolean() })) });

type Prepare = (world: EdgeWorld, things: Things) => Promise<Partial<Things>>;

/** Starts a split test of the person's link. */
const beginTest: Prepare = async (world, { fullKey, linkId }) => {
  const path = `/api/v1/links/${linkId}`;
  const wish = { splitTestEnabled: true, splitTestUrls: ['https://shop.example/b'] };
  const edited = await call(world.api, path, { method: 'PATCH', ...bearer(fullKey), json: wish });
  if (!edited.ok) throw new Error(await edited.text());
  const listed = await call(world.api, `${path}/split-tests`, bearer(fullKey));
  const running = tests.parse(await listed.json()).data.find(({ isRunning }) => isRunning);
  return { splitTestId: running?.id ?? '' };
};

const proveDomain: Prepare = async ({ sql }, { domainId }) => {
  await sql`UPDATE domains SET state = 'proven', is_pointed = true WHERE id = ${domainId}`;
  return {};
};

/**
 * What an operation needs before its example can succeed, by its name: a test that runs, a domain that
 * is connected, an import that is checked. Returns the things that are new.
 */
export const prepare: Readonly<Record<string, Prepare>> = {
  startImport: async ({ sql }, { importId }) => {
    await sql`UPDATE imports SET state = 'checked' WHERE id = ${importId}`;
    return {};
  },
  changeDomain: proveDomain,
  checkAppLinks: async (world, things) => {
    const { fullKey, domainId } = things;
    await proveDomain(world, things);
    const json = { appLinks: { ios: ['ABCDE12345.com.example.shop'], android: [] } };
    const path = `/api/v1/domains/${domainId}`;
    const edited = await call(world.api, path, { method: 'PATCH', ...bearer(fullKey), json });
    if (!edited.ok) throw new Error(await edited.text());
    return {};
  },
  changeSplitTest: beginTest,
  endSplitTest: beginTest,
  resumeSplitTest: async (world, things) => {
    const { splitTestId = '' } = await beginTest(world, things);
    const path = `/api/v1/links/${things.linkId}/split-tests/${splitTestId}/end`;
    const ended = await call(world.api, path, {
      ...bearer(things.fullKey),
      json: { destination: 'A' },
    });
    if (!ended.ok) throw new Error(await ended.text());
    return { splitTestId };
  },
};
