import { requireEntitlement } from '#core/billing/entitlement';
import { isId } from '#core/shared/ids';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import { refuseOther } from '#core/shared/seen-version';
import { checkTogether } from './check-together.ts';
import { chosenDomain, noSuchDomain, rulesOn } from './choose-domain.ts';
import { checkLink, type LinkRules } from './check-link.ts';
import { labelsRefusal, type WantedLabels, wantedLabels } from './labels.ts';
import type { NamedLink } from './link-cache.ts';
import { readLinkDefaults } from './link-defaults.ts';
import type { LinkDomain } from './link-domain.ts';
import { labelsOf, type ListedLink, nothingYet, withTotals } from './link-totals.ts';
import type { Link, LinkChange, LinkInput, TestNames } from './link.ts';
import { readAlias } from './names/alias.ts';
import { completed, newLink, type NewLinkInput, unset } from './new-link.ts';
import { finishOptions } from './options/finish-options.ts';
import { ownLink } from './own-link.ts';
import type { LinkEdit, LinkPorts, Owner } from './ports.ts';

/** Limit of aliases of one link over its lifetime, including the current one. */
export const mostAliases = 100;

/**
 * Creates a link. This instance redirects it at once. Fields that the input does not have get the
 * account's defaults. When the account has a link with the chosen id already, an earlier attempt of
 * the same call has made it. Refuses `plan_required`, `invalid`, `alias_taken`,
 * `external_id_taken`, `link_limit` and, for a password while many are hashed, `too_many_requests`.
 */
export async function createLink(
  ports: LinkPorts,
  owner: Owner,
  input: NewLinkInput,
): Promise<ListedLink> {
  requireEntitlement(ports.isEntitled(owner, ports.clock.now()));
  const { id = null } = input;
  const made = id && (await ports.links.find(owner.id, id));
  if (made) return withTotals(ports, made);
  const defaults = await readLinkDefaults(ports.defaults, owner.id);
  const nowMs = ports.clock.now();
  const domain =
    input.domain === undefined
      ? await ports.domains.usual(owner.id)
      : await chosenDomain(ports.domains, owner.id, input.domain);
  const change = checkLink(completed(input, defaults, nowMs), rulesOn(ports.rules, domain));
  const checked = checkTogether({ ...change, domain }, unset, nowMs);
  const finished = await finishOptions(ports, { userId: owner.id, input }, checked);
  const named = await addUnderFreeCode(ports, owner.id, {
    checked: finished,
    labels: wantedLabels(input, { newId: ports.newId, nowMs }),
    testNames: checkedNames(input, { ...unset, ...finished }),
    id,
  });

  // The other attempt has made it meanwhile.
  if (named === null) return createLink(ports, owner, input);
  ports.cache.put(named);
  return {
    link: named.link,
    totals: nothingYet,
    labels: await labelsOf(ports.links, named.link),
    broken: [],
  };
}

type Adding = {
  readonly checked: LinkChange;
  readonly labels: WantedLabels;
  readonly testNames: TestNames | undefined;
  readonly id: string | null;
};

/**
 * Draws codes until one is free: with a million links, 1 draw in 50,000 is repeated. Null when the
 * account has a link with the chosen id.
 */
async function addUnderFreeCode(
  ports: LinkPorts,
  userId: string,
  { checked, labels, testNames, id }: Adding,
): Promise<NamedLink | null> {
  for (;;) {
    const added = await ports.links.add(
      newLink(ports, { userId, nowMs: ports.clock.now(), chosenId: id }, checked),
      labels,
      testNames,
    );
    if (added.kind === 'added') return added.named;
    if (id !== null && (await ports.links.find(userId, id))) return null;
    switch (added.kind) {
      case 'alias_taken':
        throw aliasTaken();
      case 'external_id_taken':
        throw externalIdTaken();
      case 'full':
        throw new Refusal('link_limit', linkLimitMessage(added.mostLinks));
      case 'domain_gone':
        throw noSuchDomain();
      case 'label_missing':
      case 'labels_full':
        throw labelsRefusal(added);
      case 'code_taken':
        continue;
    }
  }
}

/** Says that an account has as many links as it can have. */
export function linkLimitMessage(mostLinks: number): string {
  const most = mostLinks.toLocaleString('en-US');
  return `Your account has reached its limit of ${most} links. Delete links that you no longer need.`;
}

export const aliasTakenMessage = 'This alias is already taken';

/** The alias belongs, or belonged, to another link. */
function aliasTaken(): Refusal {
  const message = aliasTakenMessage;
  return new Refusal('alias_taken', message, { issues: [{ path: 'customAlias', message }] });
}

function externalIdTaken(): Refusal {
  const message = 'Another link has this external id';
  return new Refusal('external_id_taken', message, { issues: [{ path: 'externalId', message }] });
}

/** How often an edit is checked again because somebody else changed the link meanwhile. */
const mostAttempts = 5;

type Editing = {
  readonly linkId: string;
  readonly input: LinkInput;
  /** The version that the caller has seen: the edit applies to no other. */
  readonly version?: number | undefined;
};

/**
 * Changes the fields that the input has. Redirects of this instance follow at once. Rules about
 * several fields are checked against the link as it is when the change is stored. Refuses
 * `plan_required` (not for a pause alone), `invalid`, `alias_taken`, `external_id_taken`,
 * `alias_limit`, `changed_meanwhile` for another version than the caller's, `conflict` while others
 * keep changing the link, and `not_found`, also for another owner's link.
 */
export async function editLink(
  ports: LinkPorts,
  owner: Owner,
  editing: Editing,
): Promise<ListedLink> {
  if (!isPause(editing.input)) requireEntitlement(ports.isEntitled(owner, ports.clock.now()));
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    // Each attempt reads the link again. oxlint-disable-next-line no-await-in-loop
    const { before, edit } = await checkedEdit(ports, owner.id, editing);
    if (changesNothing(before, edit)) return withTotals(ports, before);
    // oxlint-disable-next-line no-await-in-loop
    const named = await changedLink(ports, edit);
    if (named === 'outdated') continue;
    ports.cache.put(named);
    return withTotals(ports, named.link);
  }
  throw new Refusal('conflict', 'This link is being changed elsewhere. Please try again.');
}

function isPause({ isActive, ...others }: LinkInput): boolean {
  return isActive === false && Object.values(others).every((value) => value === undefined);
}

/** Whether the link has every value of the edit already. Labels and names are compared by the store alone. */
function changesNothing(before: Link, { change, labels, testNames }: LinkEdit): boolean {
  const hasLabels = Object.values(labels ?? {}).some((wanted) => wanted !== undefined);
  return (
    !hasLabels &&
    testNames === undefined &&
    JSON.stringify({ ...before, ...change }) === JSON.stringify(before)
  );
}

/** The link as it is now, and the change checked against it. */
async function checkedEdit(
  ports: LinkPorts,
  userId: string,
  { linkId, input, version: seen }: Editing,
): Promise<{ readonly before: Link; readonly edit: LinkEdit }> {
  const nowMs = ports.clock.now();
  const before = await ownLink(ports.links, userId, linkId);
  refuseOther(seen, { version: before.edition }, 'link');
  const moved = await movedDomain(ports, before, input);
  const domain = moved === undefined ? before.domain : moved;
  const change = checkLink(input, rulesOn(ports.rules, domain));
  if (moved !== undefined) requireFreeName(ports.rules, { ...before, ...change, domain });

  const moving = moved === undefined ? {} : { domain: moved };
  const checked = checkTogether({ ...change, ...moving }, before, nowMs);
  const labels = wantedLabels(input, { newId: ports.newId, nowMs });
  const finished = await finishOptions(ports, { userId, input }, checked);
  const { version } = before;
  const continuesTest = input.splitTestContinues ?? false;
  const testNames = checkedNames(input, { ...before, ...finished });
  const at = new Date(nowMs);
  return {
    before,
    edit: { userId, linkId, change: finished, version, labels, continuesTest, testNames, at },
  };
}

/** The names of the changed link's destinations. Refuses `invalid` when it has fewer of them. */
function checkedNames(
  { splitTestNames }: LinkInput,
  { splitTestEnabled, splitTestUrls }: Pick<Link, 'splitTestEnabled' | 'splitTestUrls'>,
): TestNames | undefined {
  if (splitTestNames === undefined) return undefined;
  if (splitTestEnabled && splitTestNames.length <= splitTestUrls.length) {
    return splitTestNames.map((name) => name || null);
  }
  const message = splitTestEnabled
    ? `The split test has ${splitTestUrls.length} destinations`
    : 'Only the destinations of a split test have names';
  throw invalid({ path: 'splitTestNames', message });
}

/**
 * The link's new domain; undefined when the link stays where it is, even when that domain is not
 * proven any more.
 */
async function movedDomain(
  { domains }: LinkPorts,
  { userId, domain: current }: Link,
  { domain: host }: LinkInput,
): Promise<LinkDomain | null | undefined> {
  if (host === undefined || host === (current?.host ?? null)) return undefined;
  return chosenDomain(domains, userId, host);
}

/** An alias that one domain allows may be reserved on another. */
function requireFreeName(rules: LinkRules, { customAlias, domain }: Link): void {
  const alias = readAlias(customAlias, rulesOn(rules, domain).isReserved);
  if (alias.kind === 'refused') throw invalid({ path: 'customAlias', message: alias.message });
}

async function changedLink(ports: LinkPorts, edit: LinkEdit): Promise<NamedLink | 'outdated'> {
  const changed = await ports.links.change(edit);
  switch (changed.kind) {
    case 'changed':
      return changed.named;
    case 'alias_taken':
      throw aliasTaken();
    case 'external_id_taken':
      throw externalIdTaken();
    case 'alias_limit':
      throw aliasLimit();
    case 'domain_gone':
      throw noSuchDomain();
    case 'outdated':
      return 'outdated';
    case 'missing':
      throw notFound();
    case 'label_missing':
    case 'labels_full':
      throw labelsRefusal(changed);
  }
}

function aliasLimit(): Refusal {
  const message = `A link can have at most ${mostAliases} aliases over time. Use one of the earlier aliases, or create another link.`;
  return new Refusal('alias_limit', message, { issues: [{ path: 'customAlias', message }] });
}

type Deleting = {
  readonly userId: string;
  readonly linkId: string;
  /** The edition that the caller has seen: no other is deleted. */
  readonly seen?: number | undefined;
};

/**
 * Deletes a link, independent of the account's plan. Refuses `changed_meanwhile` for another version
 * than the caller's, and `not_found`, also for another owner's link.
 */
export async function deleteLink(
  { links, cache }: Pick<LinkPorts, 'links' | 'cache'>,
  { userId, linkId, seen }: Deleting,
): Promise<void> {
  if (!isId(linkId)) throw notFound();
  if (!(await links.remove(userId, linkId, seen))) {
    const { edition } = await ownLink(links, userId, linkId);
    refuseOther(seen, { version: edition }, 'link');
    throw notFound();
  }
  cache.remove(linkId);
}
