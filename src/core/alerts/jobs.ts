import type { Asked, Filter } from '#contract/analytics/query';
import { answerQueries, type QueryAnswer } from '#core/analytics/query/answer';
import { readQuestion } from '#core/analytics/query/question';
import { Refusal } from '#core/shared/refusal';
import { runAll } from '#core/shared/run-all';
import { dayMs, hourMs, minuteMs, zonedAt } from '#core/shared/time';
import { judgeAlert, type Counted } from './judge.ts';
import type { AlertPorts, DueAlert, KnownAlert } from './ports.ts';
import { hoursRead } from './silence.ts';
import { tellOfAlarms } from './tell-owner.ts';

/** Alerts of one run: each is one question to the event store. */
const alertsAtOnce = 200;
/** Silences of one question: their hours are many. */
const questionsAtOnce = 5;
/** Conversions are credited to their clicks a little after them. */
const settlingMs = 5 * minuteMs;
const oftenMs = 2 * minuteMs;
const keptMs = 90 * dayMs;

/**
 * Judges the alerts that are due, and tells the owners of those that are raised or have ended. A
 * failed question does not stop the others; throws the first failure at the end.
 */
export async function judgeAlerts(ports: AlertPorts): Promise<void> {
  const { alerts, clock, sent } = ports;
  const nowMs = clock.now();
  const settledMs = Math.min(nowMs, await sent.everythingSentUntil()) - settlingMs;
  const due = await alerts.due(new Date(nowMs), alertsAtOnce);
  const together = [...Map.groupBy(due, (alert) => alert.userId)].flatMap(([userId, own]) =>
    Array.from({ length: Math.ceil(own.length / questionsAtOnce) }, (_, at) => ({
      userId,
      some: own.slice(at * questionsAtOnce, (at + 1) * questionsAtOnce),
    })),
  );
  await runAll(
    [
      ...together.map((some) => () => judgeOrPostpone(ports, { ...some, nowMs, settledMs })),
      () => judgeLinkCounts(ports),
      () => tellOfAlarms(ports),
    ],
    (work) => work(),
  );
}

/** An account is near its limit of links at 90 percent. */
async function judgeLinkCounts({ alerts, mostLinks: most, clock }: AlertPorts): Promise<void> {
  await alerts.judgeLinkCounts(
    { nearFrom: Math.ceil((most * 9) / 10), most },
    new Date(clock.now()),
  );
}

/** Deletes what ended long ago. */
export async function forgetAlarms({ alerts, clock }: AlertPorts): Promise<void> {
  await alerts.forget(new Date(clock.now() - keptMs));
}

/** Alerts of one account that are judged by one question. */
type Some = {
  readonly userId: string;
  readonly some: readonly DueAlert[];
  readonly nowMs: number;
  readonly settledMs: number;
};

/** Alerts that could not be judged are due again after the others. */
async function judgeOrPostpone(ports: AlertPorts, judging: Some): Promise<void> {
  try {
    await judgeSome(ports, judging);
  } catch (error) {
    const dueAt = new Date(judging.nowMs + oftenMs);
    await runAll(judging.some, (alert) =>
      ports.alerts.judged(alert, { dueAt, trouble: alert.trouble }),
    );
    throw error;
  }
}

async function judgeSome(ports: AlertPorts, judging: Some): Promise<void> {
  const { some, nowMs, settledMs } = judging;
  const answers = await answersFor(ports, judging);
  const at = new Date(nowMs);
  for (const [index, alert] of some.entries()) {
    const answer = answers[index];
    if (answer === undefined || answer === 'link_deleted') continue;
    const judged =
      answer === 'too_many_links'
        ? ({ kind: 'trouble', trouble: answer } as const)
        : judgeAlert(alert, unitsOf(answer), settledMs);
    if (judged.kind === 'raise') {
      const { kind: _kind, ...alarm } = judged;
      // oxlint-disable-next-line no-await-in-loop
      await ports.alerts.raise(alert, { ...alarm, id: ports.newId(nowMs), raisedAt: at });
    }
    // oxlint-disable-next-line no-await-in-loop
    if (judged.kind === 'end') await ports.alerts.end(alert, at);
    const trouble = judged.kind === 'trouble' ? judged.trouble : null;
    // oxlint-disable-next-line no-await-in-loop
    await ports.alerts.judged(alert, { dueAt: dueAgain(alert, { nowMs, settledMs }), trouble });
  }
}

type Unanswered = 'too_many_links' | 'link_deleted';

/** One reading for all of them; when one of them cannot be answered, one for each. */
async function answersFor(
  { analytics }: AlertPorts,
  { userId, some, nowMs }: Some,
): Promise<readonly (QueryAnswer | Unanswered | undefined)[]> {
  const asked = some.map((alert) => ({
    ...readQuestion(questionOf(alert, nowMs), nowMs),
    ...{ after: null, at: '' },
  }));
  try {
    return await answerQueries(analytics, userId, asked);
  } catch (error) {
    unansweredFor(error);
    return Promise.all(
      asked.map((question) =>
        answerQueries(analytics, userId, [question]).then(([answer]) => answer, unansweredFor),
      ),
    );
  }
}

/** Why a question of an alert is refused. Throws every other error. */
function unansweredFor(error: unknown): Unanswered {
  if (error instanceof Refusal) {
    // Everything else in the question was checked when the alert was stored.
    if (error.code === 'invalid') return 'too_many_links';
    // The link was deleted after the alert was read. The alert is deleted with it.
    if (error.code === 'not_found') return 'link_deleted';
  }
  throw error;
}

/** Silences are judged by UTC hours; bounds by the hours and days of the alert's zone. */
function questionOf(alert: KnownAlert, nowMs: number): Asked {
  const isSilence = alert.kind === 'silent';
  const timeZone = isSilence ? 'UTC' : alert.timeZone;
  const today = zonedAt(nowMs, timeZone);
  const days = isSilence ? Math.ceil((hoursRead * hourMs) / dayMs) + 1 : 1;
  const from = today.toPlainDate().subtract({ days });
  return {
    metrics: ['clicks', 'conversions'],
    dimensions: [alert.per === 'day' ? 'time:day' : 'time:hour'],
    filters: filtersOf(alert),
    dateRange: [from.toString(), today.toPlainDate().toString()],
    timeZone,
    limit: 1000,
  };
}

function filtersOf({ linkId, tagId, campaign }: KnownAlert): Filter[] {
  if (linkId !== null) return [['is', 'link', [linkId]]];
  if (tagId !== null) return [['is', 'tag', [tagId]]];
  return campaign === null ? [] : [['is', 'utmCampaign', [campaign]]];
}

function unitsOf({ question, rows }: QueryAnswer): readonly Counted[] {
  const { starts, boundariesMs } = question.period;
  const name = question.time?.dimension ?? 'time';
  const found = new Map(rows.map(({ dimensions, metrics }) => [dimensions[name], metrics]));
  return starts.map((start, index) => {
    const metrics = found.get(start);
    return {
      fromMs: boundariesMs[index] ?? 0,
      toMs: boundariesMs[index + 1] ?? 0,
      clicks: metrics?.clicks ?? 0,
      conversions: metrics?.conversions ?? 0,
    };
  });
}

/**
 * What may be above its bound in an hour that goes on is judged often. The rest waits for the next
 * whole hour, each alert at its own minute; for one that is still on its way, a little.
 */
function dueAgain(
  { id, kind }: KnownAlert,
  { nowMs, settledMs }: Pick<Some, 'nowMs' | 'settledMs'>,
): Date {
  const hour = Math.floor(nowMs / hourMs) * hourMs;
  if (kind === 'above' || settledMs < hour) return new Date(nowMs + oftenMs);
  const spreadMs = (parseInt(id.slice(-4), 16) % 20) * minuteMs;
  return new Date(hour + hourMs + settlingMs + spreadMs);
}
