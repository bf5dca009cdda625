import { expect, test } from 'bun:test';
import { signUp } from '#tests/support/person';
import { threadNices } from '#tests/support/processes/priority';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { visit } from '#tests/support/visitor';

const isRoot = process.getuid?.() === 0;
/** As in a container: no right to raise a priority, or to change that of another user's process. */
const unprivileged = isRoot ? ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice'] : [];

test.skipIf(process.platform !== 'linux').each([
  ['the lowest priority', 19, ['nice', '-n', '19']],
  ['normal priority', 0, []],
])(
  'started with %s and no right to change it, it counts clicks and exports links (needs Linux)',
  async (_, nice, inside) => {
    await using ends = new AsyncDisposableStack();
    const folder = await newDataDir();
    ends.defer(folder.remove);
    const waypost = await startWaypost({
      dataDir: folder.path,
      inside: [...unprivileged, ...inside],
    });
    ends.defer(async () => void (await waypost.stop()));
    const owner = await signUp(waypost.url);
    const rules = [{ countries: ['DE'], url: 'https://shop.example/de' }];
    const link = await owner.createLink({ originalUrl: 'https://shop.example/', rules });

    expect((await visit(link.shortUrl)).status).toBe(302);

    expect((await numbersOnceCounted(owner, 1, 20)).totalClicks).toBe(1);
    expect(await (await owner.get('/api/export/links')).text()).toContain(link.shortCode);
    expect([...threadNices(waypost.pid)]).toContain(nice);
    expect(waypost.output()).not.toMatch(/EACCES|EPERM/);
  },
);
