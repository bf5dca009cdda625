import type { OperatedAccount } from '#contract/operators';
import { mostFound, type OperateAccounts } from '#core/accounts/operators/operate-accounts';
import { join } from 'node:path';
import { printedSchema } from '#adapters/clickhouse/cluster/print';
import { foldEmail } from '#core/accounts/user';
import { utcDay } from '#core/shared/time';
import { openOperators } from '#roots/compose/operators';
import type { Command } from './backup.ts';
import { Usage } from './usage.ts';

const clickHouseFiles = join(import.meta.dir, '../../../clickhouse');

const help = `bun run admin COMMAND: what an operator does, without the page.

  state                     how much this installation holds
  find TEXT                 accounts whose address contains TEXT, or whose id it is
  show ACCOUNT              one account
  disable ACCOUNT           ends its sessions and stops its keys and links, until it is enabled
  enable ACCOUNT
  access ACCOUNT DATE       moves the end of its trial, for example to 2030-12-31
  mails ACCOUNT             sends its waiting mails again, and another confirmation
  reset-link ACCOUNT        prints a link that sets a new password, once, within 24 hours
  messages                  the newest messages to support
  reports                   the newest reports of links
  new-stripe-account        allows Stripe keys of another account than the one used until now
  new-secret                allows another APP_SECRET than the one used until now, which is lost
  confirm-clock             allows deleting by age, though the clock is far past the last run
  schema                    ClickHouse's tables as a start makes them, with CLICKHOUSE_CLUSTER if set

ACCOUNT is an address or an id. Each command that shows or changes an account is in its history.`;

type Opened = Awaited<ReturnType<typeof openOperators>>;
type Say = (line: string) => void;
type Acting = { readonly accounts: OperateAccounts; readonly id: string; readonly say: Say };

const onAccount: Readonly<Record<string, (acting: Acting, more?: string) => Promise<void>>> = {
  show: async ({ accounts, id, say }) => say(described(await accounts.show(id))),
  disable: async ({ accounts, id, say }) => say(described(await accounts.setDisabled(id, true))),
  enable: async ({ accounts, id, say }) => say(described(await accounts.setDisabled(id, false))),
  access: async ({ accounts, id, say }, until = '') =>
    say(described(await accounts.setTrialEnd(id, endOfDay(until)))),
  mails: async ({ accounts, id, say }) => {
    const { retried } = await accounts.resendMails(id);
    say(`${retried} waiting mails are due now`);
  },
  'reset-link': async ({ accounts, id, say }) => {
    const { url, expiresAt } = await accounts.makeResetLink(id);
    say(`${url}\nIt works once, until ${expiresAt.toISOString()}`);
  },
};

const onInstallation = [
  ...['state', 'find', 'messages', 'reports'],
  ...['new-stripe-account', 'new-secret', 'confirm-clock'],
];

/** `admin COMMAND …`; without a command it prints its help. */
export const admin: Command = async ([command, ...args], { config, say }) => {
  if (command === undefined || ['help', '--help', '-h'].includes(command)) {
    say(help);
    return 0;
  }
  if (command === 'schema') {
    say((await printedSchema(config.clickhouseUrl, clickHouseFiles)).trimEnd());
    return 0;
  }
  const isKnown = onInstallation.includes(command) || command in onAccount;
  if (!isKnown) throw new Usage(`there is no command ${command}: see bun run admin help`);
  const opened = await openOperators(config);
  try {
    await run(opened, { command, args, say });
    return 0;
  } finally {
    await opened.end();
  }
};

type Run = { readonly command: string; readonly args: readonly string[]; readonly say: Say };

async function run(opened: Opened, { command, args, say }: Run): Promise<void> {
  const [first, second] = args;
  if (command === 'state') {
    for (const [name, value] of Object.entries(await opened.counts())) say(`${name}: ${value}`);
    return;
  }
  if (command === 'new-stripe-account') {
    await opened.forgetStripeAccount();
    say('The next Stripe account with a subscription is remembered. Payments resume in a minute');
    return;
  }
  if (command === 'new-secret') {
    await opened.forgetSecret();
    say(
      'The next start keeps its APP_SECRET. What was signed or encrypted with the lost one is lost',
    );
    return;
  }
  if (command === 'confirm-clock') {
    await opened.confirmClock();
    say('The clock is believed. What is old is deleted within a day');
    return;
  }
  if (command === 'messages') {
    const messages = await opened.inbox.messages();
    for (const { createdAt, name, email, subject, message } of messages) {
      say(`${createdAt.toISOString()}  ${onOneLine(`${name} <${email}>  ${subject}: ${message}`)}`);
    }
    if (messages.length === 0) say('Nobody has written to support');
    return;
  }
  if (command === 'reports') {
    const reports = await opened.inbox.reports();
    for (const { createdAt, url, reason } of reports) {
      say(`${createdAt.toISOString()}  ${url}  ${onOneLine(reason)}`);
    }
    if (reports.length === 0) say('No link was reported');
    return;
  }
  if (first === undefined) throw new Usage(`bun run admin ${command} needs an account`);
  if (command === 'find') {
    const found = await opened.accounts.search(first);
    for (const account of found) say(described(account));
    if (found.length === 0) say('No account was found');
    if (found.length === mostFound) {
      say(`At most ${mostFound} accounts are shown: give the whole address to find one`);
    }
    return;
  }
  const id = await idOf(opened.accounts, first);
  await onAccount[command]?.({ accounts: opened.accounts, id, say }, second);
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

async function idOf(accounts: OperateAccounts, text: string): Promise<string> {
  const found = await accounts.search(text);
  const exact = found.find(({ id, email }) => id === text || foldEmail(email) === foldEmail(text));
  if (exact === undefined) throw new Usage(`there is no account ${text}`);
  return exact.id;
}

/** The last second of a day in UTC, as on the operator's page. */
function endOfDay(text: string): Date {
  const date = new Date(`${text}T23:59:59Z`);
  if (Number.isNaN(date.getTime()) || utcDay(date.getTime()) !== text) {
    throw new Usage('the date must look like 2030-12-31');
  }
  return date;
}

function described(account: OperatedAccount): string {
  const { id, email, verified, subscriptionStatus, trialEndsAt, disabledAt, links } = account;
  return [
    ...[id, email, verified ? 'confirmed' : 'not confirmed', subscriptionStatus],
    `trial until ${trialEndsAt.toISOString().slice(0, 10)}`,
    `${links} links`,
    ...(disabledAt === null ? [] : [`disabled since ${disabledAt.toISOString()}`]),
  ].join('  ');
}
