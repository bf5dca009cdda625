import { urlOfName } from '#core/links/link-domain';
import { howToSwitchOff } from '#core/notices/notice-mails';
import type { NewNotice } from '#core/notices/notice';
import { type MailContent, write } from '#core/shared/mail';
import { greetingOf } from '#core/shared/mail-name';
import { dayMs } from '#core/shared/time';
import type { Judgement } from './judge.ts';
import type { SplitJobPorts, SplitTest, TestReader } from './ports.ts';
import { letterOf, sentenceOf, toldOf } from './sentence.ts';

/**
 * Creates a notice and a mail of what a judgement brought: a winner, a verdict that is withdrawn, or a
 * check that alarms. Each is told once.
 */
export async function tellOwner(
  ports: Pick<SplitJobPorts, 'tests' | 'notices' | 'clock' | 'newId' | 'appUrl' | 'shortUrl'>,
  test: SplitTest,
  judgement: Judgement,
): Promise<void> {
  const news = newsOf(judgement);
  const reader = news && (await ports.tests.reader(test));
  if (news === null || reader === null) return;
  const nowMs = ports.clock.now();
  const createdAt = new Date(nowMs);
  const eventKey = `split test ${test.id} ${news.key}`;
  const notice: NewNotice = {
    userId: test.userId,
    linkId: test.linkId,
    eventKey,
    kind: news.kind,
    count: news.destination === null ? null : news.destination + 1,
    amounts: [],
    happenedAt: createdAt,
  };
  const content = mailOf(ports, { test, judgement, reader });
  const mail = {
    ...write({ ...content, subject: news.subject }),
    id: ports.newId(nowMs),
    to: reader.email,
    createdAt,
    eventKey: `${eventKey} ${test.userId}`,
    givesUpAt: new Date(nowMs + dayMs),
  };
  await ports.notices.add([{ notice, mail: reader.isMailed ? mail : null }]);
}

type News = Pick<NewNotice, 'kind'> & {
  /** Of a test's news, each key is told once. */
  readonly key: string;
  readonly subject: string;
  readonly destination: number | null;
};

function newsOf({ day, state, withdrawnOn, verdict }: Judgement): News | null {
  if (withdrawnOn === day && verdict === null) {
    const kind = 'split_test_withdrawn';
    const subject = 'A split test has no winner any more';
    return { kind, key: `withdrawn ${day}`, subject, destination: null };
  }
  switch (state.kind) {
    case 'winner': {
      const { destination } = state;
      const key = `winner ${letterOf(destination)} ${verdict?.day ?? ''}`;
      const subject = `Split test: ${letterOf(destination)} wins`;
      return { kind: 'split_test_winner', key, subject, destination };
    }
    case 'untrusted': {
      const key = `alarm ${state.because}`;
      return {
        kind: 'split_test_alarm',
        key,
        subject: 'A split test needs your attention',
        destination: null,
      };
    }
    case 'untracked': {
      const { destination } = state;
      const key = `alarm untracked ${letterOf(destination)}`;
      const subject = `Split test: ${letterOf(destination)} reports no conversions`;
      return { kind: 'split_test_alarm', key, subject, destination };
    }
    case 'no_verdict':
    case 'early':
    case 'alike':
    case 'no_difference':
    case 'few':
    case 'leading':
    case 'undecided':
      return null;
  }
}

type Told = {
  readonly test: SplitTest;
  readonly judgement: Judgement;
  readonly reader: TestReader;
};

function mailOf(
  { appUrl, shortUrl }: Pick<SplitJobPorts, 'appUrl' | 'shortUrl'>,
  { test, judgement, reader }: Told,
): Omit<MailContent, 'subject'> {
  const { lead, rest } = sentenceOf(
    judgement,
    toldOf({ ...test, destinations: test.destinations.length }),
  );
  const name = urlOfName(shortUrl, reader.linkName).replace(/^https?:\/\//, '');
  return {
    greeting: greetingOf(reader),
    paragraphs: [`The split test of ${name}: ${lead} ${rest}`, ...test.destinations.map(line)],
    action: { label: 'View the test', url: `${appUrl}/links/${test.linkId}` },
    closing: howToSwitchOff(appUrl),
  };
}

function line({ name, addresses }: SplitTest['destinations'][number], place: number): string {
  const called = name === null ? '' : ` (${name})`;
  return `${letterOf(place)}${called}: ${addresses.at(-1)?.url ?? ''}`;
}
