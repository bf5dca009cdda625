import type {
  MailedReport,
  MailedReportChanges,
  NewMailedReport,
} from '#contract/analytics/mailed-reports';
import type { User } from '#core/accounts/user';
import { isTimeZone } from '#core/analytics/periods';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { emailUnverified, invalid, notFound } from '#core/shared/refusal';
import { askingMail, linkToken } from './asking.ts';
import type { MailedReportPorts, NewAddress } from './ports.ts';
import { nextTime, slotOf } from './slots.ts';

type Owner = Pick<User, 'id' | 'email' | 'verified'>;
type Owning = Pick<
  MailedReportPorts,
  'mailed' | 'views' | 'proofs' | 'asking' | 'appUrl' | 'newId' | 'clock'
>;

/**
 * Adds a mailed report, and asks its addresses to confirm. Refuses `not_found` for a view that is not
 * the account's, and `email_unverified`.
 */
export async function addMailedReport(
  ports: Owning,
  owner: Owner,
  {
    addresses,
    chosenId = null,
    ...report
  }: NewMailedReport & { readonly chosenId?: string | null },
): Promise<MailedReport> {
  if (!owner.verified) throw emailUnverified('mail reports');
  await refuseUnknown(ports, owner.id, report);
  const asked = addressesOf(ports, owner, addresses);
  const nextAt = nextTime(report, ports.clock.now());
  const { id } = await ports.mailed.add(owner.id, { ...report, nextAt }, { asked, chosenId });
  return oneOf(ports, owner.id, id);
}

/** Changes a mailed report. Refuses as `addMailedReport` does. */
export async function changeMailedReport(
  ports: Owning,
  owner: Owner,
  { id, addresses, ...change }: MailedReportChanges & { readonly id: string },
): Promise<MailedReport> {
  const before = await oneOf(ports, owner.id, id);
  await refuseUnknown(ports, owner.id, change);
  const nowMs = ports.clock.now();
  if (addresses !== undefined) {
    if (!owner.verified) throw emailUnverified('mail reports');
    const had = new Set(before.addresses.map(({ email }) => email.toLowerCase()));
    const isKept = (email: string) => had.has(email.toLowerCase());
    const asked = addressesOf(
      ports,
      owner,
      addresses.filter((email) => !isKept(email)),
    );
    const kept = addresses.filter(isKept);
    await ports.mailed.setAddresses({ id, userId: owner.id }, { kept, asked }, new Date(nowMs));
  }
  const times = [change.every, change.hour, change.timeZone, change.isEnabled];
  const nextAt = times.some((given) => given !== undefined)
    ? nextAfter(before, change, nowMs)
    : undefined;
  await ports.mailed.change({ userId: owner.id, id }, { ...change, nextAt });
  return oneOf(ports, owner.id, id);
}

/**
 * The time after a change of times. A report that is due, because it waits for visits or failed, stays
 * due for the same period.
 */
function nextAfter(before: MailedReport, change: MailedReportChanges, nowMs: number): Date {
  const { every = before.every, hour = before.hour, timeZone = before.timeZone } = change;
  const after = { every, hour, timeZone };
  const isWaiting = before.isEnabled && before.nextAt.getTime() <= nowMs;
  const [was, is] = [slotOf(before, nowMs), slotOf(after, nowMs)];
  const isSame = was.from.equals(is.from) && was.to.equals(is.to);
  return isWaiting && isSame ? before.nextAt : nextTime(after, nowMs);
}

async function oneOf(
  { mailed }: Pick<Owning, 'mailed'>,
  userId: string,
  id: string,
): Promise<MailedReport> {
  const report = (await mailed.known(userId)).find((each) => each.id === id);
  if (report === undefined) throw notFound();
  return report;
}

async function refuseUnknown(
  { views }: Pick<Owning, 'views'>,
  userId: string,
  { viewId, timeZone }: Pick<MailedReportChanges, 'viewId' | 'timeZone'>,
): Promise<void> {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalid({ path: 'timeZone', message: 'Enter an IANA time zone, such as UTC' });
  }
  if (viewId === undefined) return;
  const own = await views.of(userId);
  if (own.every(({ id }) => id !== viewId)) throw notFound();
}

const tooMany = 'You asked too many addresses today. Please try again tomorrow.';

/** The owner's own address has confirmed already. Every other new one gets a mail. */
function addressesOf(
  ports: Owning,
  owner: Owner,
  emails: readonly string[],
): readonly NewAddress[] {
  const nowMs = ports.clock.now();
  const different = new Map(emails.map((email) => [email.toLowerCase(), email]));
  return [...different].map(([folded, email]) => {
    const id = ports.newId(nowMs);
    if (folded === owner.email.toLowerCase()) return { id, email, state: 'confirmed', mail: null };
    refuseFlood(ports.asking.waitSeconds(owner.id, nowMs), tooMany);
    const url = `${ports.appUrl}/verify/report?confirm=${linkToken(ports, 'confirm', id)}`;
    return { id, email, state: 'waiting', mail: askingMail(ports, { id, email, owner, url }) };
  });
}
