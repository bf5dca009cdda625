import type { PublicPageInput } from '#contract/shared-reports/public-reports';
import type { NewSharedReport, SharedReportChanges } from '#contract/shared-reports/shared-reports';
import { chosenDomain } from '#core/links/choose-domain';
import { ownLink } from '#core/links/own-link';
import { invalid, notFound } from '#core/shared/refusal';
import { checkedQuery } from './asked.ts';
import type { SharedReport, SharedReportPorts } from './ports.ts';

const tokenBytes = 16;

type Owning = Pick<
  SharedReportPorts,
  | 'reportsShared'
  | 'domains'
  | 'passwords'
  | 'randomBytes'
  | 'links'
  | 'erasures'
  | 'clock'
  | 'reports'
  | 'costs'
>;

/** The id that the new report gets: when the account has it, that report is returned as it is. */
type Chosen = { readonly chosenId: string | null };

/**
 * Shares a report of the account under a new address. Refuses `invalid` for parameters that are no
 * report and for a domain that is not the account's, `not_found` for a link of another account, and
 * `conflict` at the account's limit.
 */
export async function shareReport(
  ports: Owning,
  userId: string,
  { password, query, fixesDates = false, chosenId, ...wished }: NewSharedReport & Chosen,
): Promise<SharedReport> {
  const parameters = await checkedQuery(ports, userId, { query, fixesDates });
  const domain = await chosenDomain(ports.domains, userId, wished.domain ?? null);
  const passwordHash = await hashed(ports, userId, password);
  const report = {
    domain,
    choosesDates: wished.choosesDates ?? false,
    isOn: wished.isOn ?? true,
    showsMoney: wished.showsMoney ?? false,
    expiresAt: wished.expiresAt ?? null,
    sender: wished.sender ?? '',
    color: wished.color ?? null,
    showsLogo: wished.showsLogo ?? false,
    hosts: wished.hosts ?? [],
    name: wished.name,
    query: parameters,
    passwordHash: passwordHash ?? null,
    token: newToken(ports),
  };
  return ports.reportsShared.add(userId, report, chosenId);
}

/** Changes a report of the account. Refuses as `shareReport` does, and `not_found`. */
export async function changeReport(
  ports: Owning,
  userId: string,
  { id, password, query, domain, ...wished }: SharedReportChanges & { readonly id: string },
): Promise<SharedReport> {
  if (query !== undefined) await refuseOtherLink(ports, userId, id);
  return ports.reportsShared.change(userId, id, {
    ...wished,
    domain: domain === undefined ? undefined : await chosenDomain(ports.domains, userId, domain),
    query: query === undefined ? undefined : await checkedQuery(ports, userId, { query }),
    passwordHash: await hashed(ports, userId, password),
  });
}

/** A link's public page stays about its link. */
async function refuseOtherLink({ reportsShared }: Owning, userId: string, id: string) {
  const own = (await reportsShared.of(userId)).find((report) => report.id === id);
  if (own === undefined) throw notFound();
  if (own.linkId !== null) {
    throw invalid({ path: 'query', message: "A link's public page always shows its link" });
  }
}

/** The page of the owner's link; null when it has none, or an ended one. Refuses `not_found` for another's link. */
export async function showPublicPage(
  { links, reportsShared }: Pick<SharedReportPorts, 'links' | 'reportsShared'>,
  userId: string,
  linkId: string,
): Promise<SharedReport | null> {
  await ownLink(links, userId, linkId);
  const page = await reportsShared.pageOf(userId, linkId);
  return page !== null && page.isOn ? page : null;
}

/** Opens the page of the owner's link, or changes it. Refuses `not_found` for another's link. */
export async function sharePublicPage(
  ports: Owning,
  userId: string,
  { linkId, password, showsMoney }: PublicPageInput & { readonly linkId: string },
): Promise<SharedReport> {
  await ownLink(ports.links, userId, linkId);
  const passwordHash = await hashed(ports, userId, password);
  const wished = { userId, linkId, token: newToken(ports), passwordHash, showsMoney };
  const page = await ports.reportsShared.sharePage(wished);
  if (page === null) throw notFound();
  return page;
}

/** Closes the page of the owner's link for good. Refuses `not_found` for another's link. */
export async function revokePublicPage(
  { links, reportsShared }: Pick<SharedReportPorts, 'links' | 'reportsShared'>,
  userId: string,
  linkId: string,
): Promise<void> {
  await ownLink(links, userId, linkId);
  await reportsShared.revokePage(userId, linkId);
}

function newToken({ randomBytes }: Pick<SharedReportPorts, 'randomBytes'>): string {
  return randomBytes(tokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
}

async function hashed(
  { passwords }: Pick<SharedReportPorts, 'passwords'>,
  userId: string,
  password: string | null | undefined,
): Promise<string | null | undefined> {
  return password && (await passwords.hash(password, [userId]));
}
