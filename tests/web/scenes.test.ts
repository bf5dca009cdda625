import { expect, test } from 'bun:test';
import { basename, join } from 'node:path';
import { floatingScenes, drawerScene } from '#tests/e2e/scenes/floating-scenes';
import { visitorScenes } from '#tests/e2e/scenes/visitor-scenes';
import { subscriberScenes, tryingScenes } from '#tests/e2e/paying/paying-scenes';
import { emptyScenes, personScenes } from '#tests/e2e/scenes/scenes';

const web = join(import.meta.dir, '../../web');
const opens = /<(Dialog|Menu|Popover|Select|SearchSelect|Listbox|Combobox|Toast)[\s>]/;
/** The components themselves, and the developers' page that shows all of them. */
const isPart = (file: string) => /(^|\/)ui\//.test(file) || basename(file) === 'design.tsx';

test('each dialog, menu, list and toast of the app is looked at in a scene', async () => {
  const files = [...new Bun.Glob('**/*.tsx').scanSync(web)].filter((file) => !isPart(file));
  const opening: string[] = [];
  for (const file of files) {
    const source = await Bun.file(join(web, file)).text();
    if (opens.test(source)) opening.push(basename(file, '.tsx'));
  }

  const scenes = [
    ...[...visitorScenes, ...personScenes, ...emptyScenes, ...tryingScenes],
    ...[...subscriberScenes, ...floatingScenes, drawerScene],
  ];
  const shown = new Set(scenes.map(({ shows }) => shows));
  expect(opening.filter((name) => !shown.has(name))).toEqual([]);
  expect(opening.length).toBeGreaterThan(20);
});
