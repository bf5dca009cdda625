import { expect, test } from 'bun:test';
import { basename, join } from 'node:path';
import { floatingScenes, drawerScene } from '#tests/e2e/scenes/floating-scenes';
import { visitorScenes } from '#tests/e2e/scenes/visitor-scenes';
import { subscriberScenes, tryingScenes } from '#tests/e2e/paying/paying-scenes';
import { wideLinkScenes } from '#tests/e2e/scenes/link-scenes';
import { reportScenes } from '#tests/e2e/scenes/report-scenes';
import { emptyScenes, personScenes } from '#tests/e2e/scenes/scenes';

const web = join(import.meta.dir, '../../web');
/** A `Select` is the browser's own list, which no screenshot can show. */
const opens = /<(Dialog|Menu|FloatingPanel|SearchSelect|Combobox|Toasts)[\s>]/g;
const declares = /^(?:export )?(?:const|function) (\w+)/gm;
/** The components themselves, and the developers' page that shows all of them. */
const isPart = (file: string) => /(^|\/)ui\//.test(file) || basename(file) === 'design.tsx';

test('each dialog, menu, list and toast of the app has a scene', async () => {
  const files = [...new Bun.Glob('**/*.tsx').scanSync(web)].filter((file) => !isPart(file));
  const opening = new Set<string>();
  for (const file of files) {
    const source = await Bun.file(join(web, file)).text();
    for (const { index } of source.matchAll(opens)) {
      const component = [...source.slice(0, index).matchAll(declares)].at(-1)?.[1];
      opening.add(component ?? file);
    }
  }

  const scenes = [
    ...reportScenes,
    ...[...visitorScenes, ...personScenes, ...emptyScenes, ...tryingScenes],
    ...[...subscriberScenes, ...floatingScenes, drawerScene, ...wideLinkScenes],
  ];
  const shown = new Set(scenes.map(({ shows }) => shows));
  expect([...opening].filter((name) => !shown.has(name))).toEqual([]);
  expect(opening.size).toBeGreaterThan(40);
});
