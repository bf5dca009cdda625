import * as z from 'zod/mini';
import { AppLinks } from './app-links.ts';
import { id, moment } from './fields.ts';
import { linkComplaints } from '#contract/links/link-limits';
import { listOf, PageQuery } from './paging.ts';
import { route } from './route.ts';

/** Limit of domains of one account. */
export const mostDomains = 25;

/** What a check of a domain's DNS records found. */
export const Findings = z.object({
  /** `elsewhere`: the record is right, but another account holds the domain. */
  proof: z.enum(['found', 'missing', 'elsewhere', 'unknown']),
  /** The TXT records that were seen; long ones are cut. */
  texts: z.readonly(z.array(z.string())),
  pointing: z.enum(['right', 'wrong', 'missing', 'unknown']),
  /** The target of the domain's CNAME record; null when there is none. */
  cname: z.nullable(z.string()),
  /** The domain's A and AAAA records, also behind a CNAME. */
  addresses: z.readonly(z.array(z.string())),
  /** The addresses of the instance's short host at that time. */
  expectedAddresses: z.readonly(z.array(z.string())),
});
export type Findings = z.output<typeof Findings>;

/**
 * What the owner has to know. `waiting`: the TXT record is missing; `taken`: it is right, but
 * another account's record is there too; `unpointed`: proven, but the domain leads elsewhere;
 * `failing`: the proof was missing at the last check, and links still work; `suspended`: they do not.
 */
const DomainStatus = z.enum(['waiting', 'taken', 'active', 'unpointed', 'failing', 'suspended']);
export type DomainStatus = z.output<typeof DomainStatus>;

/** A DNS record that the owner has to set. */
const DnsRecord = z.object({
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string(),
  value: z.string(),
});

/** A custom domain as its owner sees it. */
export const OwnDomain = z.object({
  id,
  /** In ASCII. */
  domain: z.string(),
  /** In its own script; the same as `domain` for most. */
  unicode: z.string(),
  status: DomainStatus,
  /** New links of the account get this domain. */
  isDefault: z.boolean(),
  /** The destination of `/`; null: a page that says that there is no link. */
  rootUrl: z.nullable(z.string()),
  /** The destination of names without a link; null: the usual page. */
  unknownUrl: z.nullable(z.string()),
  /** The apps that open the domain's links. */
  appLinks: AppLinks,
  /** The record that proves the claim. */
  proofRecord: DnsRecord,
  /** The record that leads visitors here: a CNAME, or `addressRecords` where DNS allows none. */
  pointingRecord: z.nullable(DnsRecord),
  addressRecords: z.array(DnsRecord),
  /** Null before the first check. */
  findings: z.nullable(Findings),
  checkedAt: z.nullable(moment),
  createdAt: moment,
  /** Raised by every change of its owner's, and not by checks. */
  version: z.int(),
});
export type OwnDomain = z.output<typeof OwnDomain>;
export type OwnDomainJson = z.input<typeof OwnDomain>;

export const missingDomain = 'Enter a domain, such as go.example.com';
/** A domain as people type or paste it. */
const NewDomain = z.object({
  domain: z.string(missingDomain).check(z.maxLength(2048, missingDomain)),
});

const url = z.nullish(z.string(linkComplaints.url));
/** What an owner may set. An absent field stays as it is; null or blank clears it. */
const DomainChanges = z.object({
  rootUrl: url,
  unknownUrl: url,
  /** All apps of the domain. */
  appLinks: z.nullish(AppLinks),
  isDefault: z.optional(z.boolean('Must be true or false')),
});
export type DomainChanges = z.output<typeof DomainChanges>;

export const listDomains = route('GET /api/v1/domains', {
  scope: 'domains:read',
  query: PageQuery,
  answer: listOf(OwnDomain),
});
export const claimDomain = route('POST /api/v1/domains', {
  scope: 'domains:write',
  errors: ['email_unverified', 'conflict'],
  example: { domain: 'go.example.com' },
  audit: 'domain_added',
  body: NewDomain,
  status: 201,
  answer: OwnDomain,
});
export const showDomain = route('GET /api/v1/domains/:id', {
  scope: 'domains:read',
  answer: OwnDomain,
});
export const changeDomain = route('PATCH /api/v1/domains/:id', {
  scope: 'domains:write',
  errors: ['conflict', 'changed_meanwhile'],
  example: { isDefault: true, rootUrl: 'https://example.com' },
  audit: 'domain_changed',
  body: DomainChanges,
  answer: OwnDomain,
});
export const checkDomain = route('POST /api/v1/domains/:id/check', {
  scope: 'domains:write',
  summary: 'Check the DNS records of a domain',
  answer: OwnDomain,
});
export const removeDomain = route('DELETE /api/v1/domains/:id', {
  scope: 'domains:write',
  errors: ['changed_meanwhile'],
  audit: 'domain_removed',
});
