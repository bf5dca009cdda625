import type { IsPublicSuffix } from '#core/clicks/read-channel';
import { getPublicSuffix } from 'tldts';

/** The Public Suffix List (https://publicsuffix.org) as it comes with tldts, also its private part. */
export const isPublicSuffix: IsPublicSuffix = (domain) =>
  getPublicSuffix(domain, { allowPrivateDomains: true, extractHostname: false }) === domain;
