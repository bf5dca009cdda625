import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { passwordProofs } from '#core/redirect/options/password-proof';

const subject = { linkId: 'link-1', passwordHash: 'hash-1', userAgent: 'Firefox' };

function proofsOf(key = 'key') {
  const time = { now: Date.UTC(2026, 10, 22) };
  const mac = (message: string) => createHmac('sha256', key).update(message).digest();
  return { time, ...passwordProofs({ clock: { now: () => time.now }, hashes: (m) => [mac(m)] }) };
}

test('a proof opens its link for its browser, and carries where the visitor came from', () => {
  const proofs = proofsOf();
  const proof = proofs.sign(subject, 'https://news.example/ü');

  expect(proofs.read(subject, proof)).toBe('https://news.example/ü');
  expect(proof).toMatch(/^[\w.-]+$/);
  expect(proofs.read({ ...subject, linkId: 'link-2' }, proof)).toBeNull();
  expect(proofs.read({ ...subject, passwordHash: 'hash-2' }, proof)).toBeNull();
  expect(proofs.read({ ...subject, userAgent: 'Chrome' }, proof)).toBeNull();
  expect(proofsOf('another key').read(subject, proof)).toBeNull();
});

test('a proof ends after a minute, and no changed character is accepted', () => {
  const proofs = proofsOf();
  const proof = proofs.sign(subject, '');

  for (let at = 0; at < proof.length; at += 1) {
    const other = proof[at] === 'a' ? 'b' : 'a';
    const changed = proof.slice(0, at) + other + proof.slice(at + 1);
    if (at < proof.length - 1) expect(proofs.read(subject, changed)).toBeNull();
  }
  proofs.time.now += 59_000;
  expect(proofs.read(subject, proof)).toBe('');
  proofs.time.now += 1_000;
  expect(proofs.read(subject, proof)).toBeNull();
  expect(proofs.read(subject, '')).toBeNull();
  expect(proofs.read(subject, 'zzzzzzzzz..AAAAAAAAAAAAAAAAAAAAAA')).toBeNull();
});
