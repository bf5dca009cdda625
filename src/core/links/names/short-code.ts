import type { RandomBytes } from '#core/shared/ids';
import type { IsReserved } from './reserved-words.ts';

/** Base58: without characters that look alike. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const codeLength = 7;

/** The greatest multiple of 58 in a byte: greater bytes would favour the first characters. */
const unbiasedBelow = 256 - (256 % alphabet.length);

/** A random code of 7 base58 characters, each equally likely, that is not a reserved word. */
export function newShortCode(randomBytes: RandomBytes, isReserved: IsReserved): string {
  for (;;) {
    const code = randomCharacters(randomBytes);
    if (!isReserved(code)) return code;
  }
}

function randomCharacters(randomBytes: RandomBytes): string {
  let code = '';
  while (code.length < codeLength) {
    for (const byte of randomBytes(codeLength - code.length)) {
      if (byte < unbiasedBelow) code += alphabet.charAt(byte % alphabet.length);
    }
  }
  return code;
}
