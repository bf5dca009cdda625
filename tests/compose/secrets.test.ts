import { expect, test } from 'bun:test';
import { purchaseCookie } from '#adapters/http/cookies/purchase-cookie';
import { aesSeal } from '#adapters/mail/seal';
import { uploadUrls } from '#adapters/objects/upload-urls';
import { postbackSecretsOf } from '#core/conversions/reports/postback-secret';
import { clickIds } from '#core/redirect/click-id';
import {
  type AppSecret,
  clickKeys,
  keyedHashes,
  namingSecret,
  sealKeys,
  pseudonyms,
} from '#roots/compose/secrets';

const [one, two, three] = ['secret one', 'secret two', 'secret three'] as const;
/** Before the change, while both count, and after the earlier secret was dropped. */
const before: AppSecret = [one];
const during: AppSecret = [two, one];
const after: AppSecret = [two];

test('[changed-secret] a click id of an earlier secret is accepted while that secret is configured', () => {
  const facts = { clickId: '019aa5d4-1c00-7abc-8def-0123456789ab', linkNumber: 7, variant: 2 };
  const of = (secret: AppSecret) => clickIds(clickKeys(secret));
  const [earlier, later] = [of(before).sign(facts), of(during).sign(facts)];

  expect(of(during).read(earlier)).toEqual(facts);
  expect(of(after).read(later)).toEqual(facts);
  expect(of(after).read(earlier)).toBeNull();
  expect(of([three, two, one]).read(earlier)).toEqual(facts);
});

test('[changed-secret] text encrypted with an earlier secret is decrypted while that secret is configured', () => {
  const of = (secret: AppSecret) => aesSeal(sealKeys(secret, 'outbox'));
  const [earlier, later] = [of(before).close('earlier'), of(during).close('later')];

  expect(of(during).open(earlier)).toBe('earlier');
  expect(of(after).open(later)).toBe('later');
  expect(() => of(after).open(earlier)).toThrow();
  expect(() => aesSeal(sealKeys(during, 'social-login')).open(later)).toThrow();
});

test('an upload URL of an earlier secret is accepted while that secret is configured', async () => {
  const of = (secret: AppSecret) =>
    uploadUrls('https://app.example', keyedHashes(secret, 'uploads'));
  const wish = {
    key: `uploads/${'a'.repeat(32)}`,
    bytes: 1000,
    givenAt: new Date(0),
    expiresAt: new Date(5000),
  } as const;
  const grantBy = async (maker: AppSecret, reader: AppSecret) => {
    const { pathname, searchParams } = new URL(await of(maker).offer(wish));
    const field = (name: string) => searchParams.get(name) ?? '';
    return of(reader).grantOf({
      id: pathname.split('/').at(-1) ?? '',
      expires: field('expires'),
      length: field('length'),
      signature: field('signature'),
    });
  };

  expect(await grantBy(before, during)).toMatchObject({ bytes: 1000 });
  expect(await grantBy(during, after)).toMatchObject({ bytes: 1000 });
  expect(await grantBy(before, after)).toBeNull();
});

test('a purchase stays bound to its browser while the earlier secret is configured', () => {
  const purchaseId = '019aa5d4-1c00-7abc-8def-0123456789ab';
  const of = (secret: AppSecret) =>
    purchaseCookie('http://app.example', keyedHashes(secret, 'purchases'));
  const readBy = (maker: AppSecret, reader: AppSecret) => {
    const [cookie = ''] = of(maker).give(new Request('http://app.example'), purchaseId).split(';');
    return of(reader).read(new Request('http://app.example', { headers: { cookie } }));
  };

  expect(readBy(before, during)).toEqual([purchaseId]);
  expect(readBy(during, after)).toEqual([purchaseId]);
  expect(readBy(before, after)).toEqual([]);
});

test('a postback secret is shown for the newest secret and accepted for every configured one', async () => {
  const of = (secret: AppSecret) =>
    postbackSecretsOf(
      { generations: { of: async () => 1 }, seals: keyedHashes(secret, 'postback-secret') },
      '019aa5d4-1c00-7abc-8def-0123456789ab',
    );
  const [earlier = ''] = await of(before);
  const [shown] = await of(after);

  expect(await of(during)).toEqual([shown ?? '', earlier]);
  expect(await of(after)).not.toContain(earlier);
});

test('rate limit keys and visitor ids from cookies survive a changed secret', () => {
  const name = pseudonyms(before)('192.0.2.1');

  expect(pseudonyms(during)('192.0.2.1')).toBe(name);
  expect(pseudonyms([three, two, one])('192.0.2.1')).toBe(name);
  expect(pseudonyms(after)('192.0.2.1')).not.toBe(name);
  expect([before, during, after].map(namingSecret)).toEqual([one, one, two]);
});

test('keys for different purposes, and their ids, are unrelated', () => {
  const hashes = ['uploads', 'purchases'].map((purpose) =>
    keyedHashes(before, purpose)('text')[0].toString('hex'),
  );
  const [outbox] = sealKeys(before, 'outbox');
  const [login] = sealKeys(before, 'social-login');

  expect(new Set(hashes).size).toBe(2);
  expect(outbox.id).not.toEqual(login.id);
  expect(outbox.key.subarray(0, 4)).not.toEqual(outbox.id);
});
