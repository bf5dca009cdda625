import * as z from 'zod/mini';
import { SubscriptionStatus } from '#contract/billing/billing';
import { id, moment } from './fields.ts';
import { route } from './route.ts';

/** The shortest text for a search of accounts; a shorter text finds none. */
export const shortestSearch = 3;

/** The state of one instance. */
const InstanceState = z.object({
  versions: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  /** What is wrong, by the part that it concerns. */
  details: z.record(z.string(), z.string()),
  startedAt: moment,
  links: z.int(),
  redirects: z.int(),
  waitingEvents: z.int(),
  oldestEventSeconds: z.number(),
  lagSeconds: z.nullable(z.number()),
  unaccountedEvents: z.int(),
  droppedEvents: z.int(),
  diskFreeBytes: z.nullable(z.number()),
  isDiskLow: z.boolean(),
  /** How many running instances do not have the pictures of this one. */
  pictureStrangers: z.int(),
  residentBytes: z.int(),
  /** Epoch milliseconds; null when none is known. */
  lastBackupMs: z.nullable(z.number()),
  queues: z.array(z.object({ queue: z.string(), length: z.int() })),
  jobs: z.array(
    z.object({
      name: z.string(),
      runs: z.int(),
      failures: z.int(),
      lastSuccessMs: z.nullable(z.number()),
      lastDurationMs: z.number(),
    }),
  ),
});
export type InstanceState = z.output<typeof InstanceState>;
/** The state of an instance with the text of its blocklist. */
const ShownInstance = z.extend(InstanceState, { blocklist: z.string() });
export type ShownInstanceJson = z.input<typeof ShownInstance>;

/** An account as an operator sees it: nothing of its links, clicks or texts. */
const OperatedAccount = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  provider: z.enum(['email', 'google', 'facebook']),
  /** The address is confirmed. */
  verified: z.boolean(),
  subscriptionStatus: SubscriptionStatus,
  trialEndsAt: moment,
  createdAt: moment,
  /** Null while the account is enabled. */
  disabledAt: z.nullable(moment),
  links: z.int(),
  sessions: z.int(),
  waitingMails: z.int(),
});
export type OperatedAccount = Readonly<z.output<typeof OperatedAccount>>;
export type OperatedAccountJson = z.input<typeof OperatedAccount>;

/** One change at a time. */
const AccountChange = z.union([
  z.object({ isDisabled: z.boolean('Send true or false') }),
  z.object({
    trialEndsAt: z.iso.datetime({ offset: true, error: 'Please enter a valid date' }),
  }),
]);
export type AccountChange = z.output<typeof AccountChange>;

const StoredClicks = z.object({ userId: z.string(), clicks: z.int() });

const Message = z.object({
  id,
  /** Null when the sender was not signed in. */
  userId: z.nullable(id),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: moment,
});
const Report = z.object({
  id,
  url: z.string(),
  reason: z.string(),
  /** Null when the sender wants no answer. */
  email: z.nullable(z.string()),
  createdAt: moment,
});

const caller = 'operator';

export const showInstance = route('GET /api/admin', { caller, answer: ShownInstance });
/** The accounts with the most clicks, the largest first. */
export const listStorage = route('GET /api/admin/storage', {
  caller,
  answer: z.array(StoredClicks),
});
export const listMessages = route('GET /api/admin/messages', { caller, answer: z.array(Message) });
export const listReports = route('GET /api/admin/reports', { caller, answer: z.array(Report) });
export const searchAccounts = route('GET /api/admin/accounts', {
  caller,
  query: z.object({ search: z.optional(z.string()) }),
  answer: z.array(OperatedAccount),
});
export const showAccount = route('GET /api/admin/accounts/:id', {
  caller,
  answer: OperatedAccount,
});
export const changeAccount = route('PUT /api/admin/accounts/:id', {
  caller,
  body: AccountChange,
  answer: OperatedAccount,
});
export const resendMails = route('POST /api/admin/accounts/:id/mails', {
  caller,
  answer: z.object({ retried: z.int() }),
});
/** A link that sets a new password, shown this once. */
export const makeResetLink = route('POST /api/admin/accounts/:id/reset-link', {
  caller,
  answer: z.object({ url: z.string(), expiresAt: moment }),
});
