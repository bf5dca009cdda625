import type { AppLinks } from '#contract/app-links';

/** The SHA-256 fingerprint of a certificate: 32 times the same pair of digits. */
export const aFingerprint = (pair = 'AB'): string => Array(32).fill(pair).join(':');

/** One app for each system. */
export const someAppLinks: AppLinks = {
  ios: ['ABCDE12345.com.example.shop'],
  android: [{ packageName: 'com.example.shop', fingerprints: [aFingerprint()] }],
};
