import { expect, test } from 'bun:test';
import { lonePictures } from '#core/accounts/pictures/lone-pictures';

/** The running instances and the markers in the folder, which tests set. */
function opened() {
  const now = { others: [] as string[], markers: [] as string[], looks: 0, warnings: 0 };
  const lone = lonePictures({
    others: async () => now.others,
    async markers() {
      now.looks += 1;
      return new Set(['own', ...now.markers]);
    },
    warn: () => void (now.warnings += 1),
  });
  return { now, lone };
}

test('[several-instances] an instance warns once that another one does not have its pictures', async () => {
  const { now, lone } = opened();
  await lone.look();
  await lone.look();
  expect([lone.strangers(), now.warnings, now.looks]).toEqual([0, 0, 0]);

  now.others = ['a', 'b'];
  await lone.look();
  expect([lone.strangers(), now.warnings]).toEqual([0, 0]);
  await lone.look();
  await lone.look();
  expect([lone.strangers(), now.warnings]).toEqual([2, 1]);

  now.others = [];
  await lone.look();
  expect([lone.strangers(), now.warnings]).toEqual([0, 1]);
});

test('[several-instances] instances with one folder, and one that was just replaced, cause no warning', async () => {
  const { now, lone } = opened();
  now.others = ['replaced'];
  await lone.look();
  now.others = ['a'];
  now.markers = ['a'];
  await lone.look();
  await lone.look();

  expect([lone.strangers(), now.warnings]).toEqual([0, 0]);
});
