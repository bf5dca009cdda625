import { afterAll, expect, test } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links/links';
import { editLink } from '#core/links/create-and-edit';
import { newDomain } from '#tests/support/builders/domains';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { linkWorld, owner } from '#tests/support/worlds/links/link-world';

const { sql, drop } = await testDatabase(schema);
afterAll(drop);

/** A link, and edits of it that are checked before and stored after the edits of another tab. */
async function world(wish: Parameters<ReturnType<typeof linkWorld>['createLink']>[1]) {
  const links = postgresLinks(sql);
  const world = linkWorld(links);
  const person = owner({ id: await newUser(sql) });
  const domain = await newDomain(sql, person.id);
  world.domainsOf.set(`${person.id} ${domain.host}`, domain);
  const onDomain = 'domain' in wish ? { domain: domain.host } : {};
  const { link } = await world.createLink(person, { ...wish, ...onDomain });
  type Input = Parameters<typeof world.editLink>[2];

  return {
    stored: () => links.find(person.id, link.id),
    /** `meanwhile` is stored before each of the first `times` attempts to store `input`. */
    async edit(input: Input, meanwhile: (time: number) => Input, times = 1) {
      let time = 0;
      const find: typeof links.find = async (...asked) => {
        const found = await links.find(...asked);
        if (time < times) await world.editLink(person, link.id, meanwhile((time += 1)));
        return found;
      };
      const held = { ...world.ports, links: { ...links, find } };
      return editLink(held, person, { linkId: link.id, input });
    },
  };
}

test('what two tabs store fits together, as if one had come after the other', async () => {
  const at = await world({ originalUrl: 'https://shop.example/' });

  await expect(
    at.edit({ trackClicks: false }, () => ({ expiresAfterClicks: 5 })),
  ).rejects.toMatchObject({ code: 'invalid' });

  expect(await at.stored()).toMatchObject({ trackClicks: true, expiresAfterClicks: 5 });
});

test('a name that the former domain allowed is not taken to the short host', async () => {
  const at = await world({
    originalUrl: 'https://shop.example/',
    customAlias: 'sale',
    domain: 'its own',
  });

  await expect(at.edit({ customAlias: 'login' }, () => ({ domain: null }))).rejects.toMatchObject({
    code: 'invalid',
  });

  expect(await at.stored()).toMatchObject({ customAlias: 'sale', domain: null });
});

test('an edit of other fields is stored after another one, unless they never end', async () => {
  const at = await world({ originalUrl: 'https://shop.example/' });
  const meanwhile = (time: number) => ({ notes: `Note ${time}` });

  const { link } = await at.edit({ title: 'Sale' }, meanwhile, 4);
  expect(link).toMatchObject({ title: 'Sale', notes: 'Note 4' });

  await expect(at.edit({ title: 'No' }, meanwhile, 5)).rejects.toMatchObject({ code: 'conflict' });
  expect(await at.stored()).toMatchObject({ title: 'Sale', notes: 'Note 5' });
});
