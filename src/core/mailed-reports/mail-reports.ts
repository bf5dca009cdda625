import { currencyOf, isPerClick, type Measure, measureOf } from '#contract/analytics/measures';
import { currencies } from '#contract/money';
import { areOfPeople } from '#core/analytics/report/filters';
import { readReportQuestion } from '#core/analytics/report/report-question';
import { reportWithCosts } from '#core/analytics/report/report-costs';
import { boundsOf } from '#core/analytics/periods';
import { clockText } from '#core/shared/clock-text';
import { type Attachment, type Mail, write } from '#core/shared/mail';
import { Refusal } from '#core/shared/refusal';
import { runAll } from '#core/shared/run-all';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { linkToken, stopPage } from './asking.ts';
import { chartOf, chartWidth } from './chart.ts';
import { mailedLists, moversOf } from './movers.ts';
import { csvOf } from './csv.ts';
import { labelOf, valueOf } from './numbers.ts';
import { type MailedNumbers, reportContent } from './report-mail.ts';
import { pageOf } from './report-page.ts';
import type { DueReport, MailedReportPorts } from './ports.ts';
import { nextTime, slotOf } from './slots.ts';

/** Mailed in one run. */
const reportsAtOnce = 10;
/** Read in one run, with the reports that wait for visits: these do not count as mailed. */
const dueAtOnce = 1000;
const settlingMs = 5 * minuteMs;
/** A report waits this long for visits that an instance has not stored. */
const mostWaitMs = 6 * hourMs;

/**
 * Mails the reports that are due. The mails of a period are queued once, however often this is killed
 * in between: they are queued together with the note that they are. From there on each is sent at
 * least once, like every mail. Nothing is mailed for banned accounts. A failed report does not stop
 * the others; throws the first failure at the end.
 */
export async function mailReports(ports: MailedReportPorts): Promise<void> {
  const nowMs = ports.clock.now();
  const sentMs = Math.min(nowMs, await ports.sent.everythingSentUntil());
  const due = await ports.mailed.due(new Date(nowMs), dueAtOnce);
  const counted = due.filter((report) => {
    const { to } = slotOf(report, nowMs);
    const end = to.add({ days: 1 }).toZonedDateTime(report.timeZone).epochMilliseconds;
    return end <= sentMs - settlingMs || nowMs >= report.nextAt.getTime() + mostWaitMs;
  });
  const failedAt = ({ id }: DueReport) => ports.failedAtMs.get(id) ?? 0;
  const inTurn = counted.toSorted((one, other) => failedAt(one) - failedAt(other));
  await runAll(inTurn.slice(0, reportsAtOnce), async (report) => {
    ports.failedAtMs.set(report.id, nowMs);
    await mailReport(ports, report, nowMs);
    ports.failedAtMs.delete(report.id);
  });
}

async function mailReport(
  ports: MailedReportPorts,
  report: DueReport,
  nowMs: number,
): Promise<void> {
  const moved = { id: report.id, dueAt: report.nextAt, nextAt: nextTime(report, nowMs) };
  if (report.receivers.length === 0 || ports.bans.isBanned(report.userId)) {
    return ports.mailed.postpone({ ...moved, isBroken: false });
  }
  const answer = await answerTo(ports, report, nowMs);
  if (answer === null) return ports.mailed.postpone({ ...moved, isBroken: true });
  const slot = answer.period.to;
  const mails = await mailsOf(ports, { report, answer, nowMs });
  const { userId } = report;
  await ports.mailed.send({ ...moved, userId, slot, at: new Date(nowMs) }, mails);
}

/** Null: a link or a label of the view is gone. */
async function answerTo(
  { analytics, shortUrl: shortOrigin }: MailedReportPorts,
  report: DueReport,
  nowMs: number,
): Promise<MailedNumbers | null> {
  const { from, to } = slotOf(report, nowMs);
  const view = new URLSearchParams(report.query);
  const own = new Map<string, readonly string[]>([
    ['range', []],
    ['from', [from.toString()]],
    ['to', [to.toString()]],
    ['tz', [report.timeZone]],
    ['compare', ['previous']],
    ['unit', []],
    ['lists', mailedLists],
    // As the screen does, one that is none is left out.
    ['currency', currencies.filter((code) => code === view.get('currency'))],
  ]);
  try {
    const question = readReportQuestion((name) => own.get(name) ?? view.getAll(name), nowMs);
    const { userId } = report;
    const answer = await reportWithCosts(analytics, userId, question);
    const isOfPeople = areOfPeople(question.filters);
    const shown = {
      measure: measureFor(view, isOfPeople),
      currency: currencyOf(answer, question.currency),
    };
    const movers = await moversOf(analytics, { userId, shortOrigin }, { ...question, ...shown });
    return { ...answer, ...shown, movers, isOfPeople };
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'not_found' || error.code === 'invalid')) {
      return null;
    }
    throw error;
  }
}

/** The measure of the view. As on the screen, only the clicks of people are divided by. */
function measureFor(view: URLSearchParams, isOfPeople: boolean): Measure {
  const measure = measureOf(view.get('measure'));
  return isPerClick(measure) && !isOfPeople ? 'clicks' : measure;
}

type Answered = {
  readonly report: DueReport;
  readonly answer: MailedNumbers;
  readonly nowMs: number;
};

async function mailsOf(
  ports: MailedReportPorts,
  { report, answer, nowMs }: Answered,
): Promise<readonly Mail[]> {
  const { appUrl, newId } = ports;
  const png = await ports.paint(chartFor(answer), 2 * chartWidth);
  const pdf = await ports.print(pageOf(report, answer, { ...ports, png, nowMs }));
  const attachments: readonly Attachment[] = [
    {
      fileName: 'chart.png',
      type: 'image/png',
      base64: png.toBase64(),
      cid: `chart-${report.id}@waypost`,
    },
    {
      fileName: `report-${answer.period.from}.csv`,
      type: 'text/csv',
      base64: new TextEncoder().encode(csvOf(answer, ports.visitorsAre)).toBase64(),
    },
    // The same numbers are in the mail: it is sent without the PDF rather than not at all.
    ...(pdf === null
      ? []
      : [
          {
            fileName: `report-${answer.period.from}.pdf`,
            type: 'application/pdf',
            base64: pdf.toBase64(),
          },
        ]),
  ];
  return report.receivers.map(({ id, email, isOwner }) => {
    const token = linkToken(ports, 'stop', id);
    const content = reportContent(report, answer, {
      ...ports,
      isOwner,
      stopUrl: stopPage(appUrl, token),
    });
    return {
      ...write(content),
      id: newId(nowMs),
      eventKey: `mailed report ${answer.period.to} ${id}`,
      to: email,
      attachments,
      unsubscribeUrl: `${appUrl}/api/mailed-reports/stop?token=${token}`,
      createdAt: new Date(nowMs),
      givesUpAt: new Date(nowMs + dayMs),
    };
  });
}

function chartFor(answer: MailedNumbers): string {
  const { period, series, comparedSeries } = answer;
  const { fromMs, toMs } = boundsOf(period);
  const isDay = period.unit === 'hour';
  const label = (atMs: number) =>
    isDay
      ? clockText(new Date(atMs), period.timeZone)
      : new Date(atMs).toLocaleDateString('en-US', {
          timeZone: period.timeZone,
          month: 'short',
          day: 'numeric',
        });
  return chartOf({
    values: series.map((point) => valueOf(answer, point)),
    compared: (comparedSeries ?? []).map((point) => valueOf(answer, point)),
    label: (value) => labelOf(answer, value),
    first: label(fromMs),
    last: label(isDay ? toMs : toMs - 1),
  });
}
