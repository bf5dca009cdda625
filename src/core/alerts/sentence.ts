import { urlOfName } from '#core/links/link-domain';
import { clockText } from '#core/shared/clock-text';
import { hourMs } from '#core/shared/time';
import type { Alarm, KnownAlert } from './ports.ts';

const whole = new Intl.NumberFormat('en-US');

/** The name of what the alert counts. */
export function subjectOf(
  { linkTitle, linkName, tagName, campaign }: KnownAlert,
  shortUrl: string,
): string {
  if (linkName !== null) {
    return linkTitle ?? urlOfName(shortUrl, linkName).replace(/^https?:\/\//, '');
  }
  if (tagName !== null) return `tag ${tagName}`;
  return campaign === null ? 'all links' : `campaign ${campaign}`;
}

/** What the alert counts, and when it is raised. */
export function ruleOf(alert: KnownAlert, shortUrl: string): string {
  const { measure, kind, bound, per, linkId, tagId } = alert;
  const subject = subjectOf(alert, shortUrl);
  if (kind === 'limit') {
    if (linkId !== null) return `The click limit of ${subject} is near`;
    return tagId === null
      ? 'A link or your account is near a limit'
      : `A click limit of tag ${alert.tagName} is near`;
  }
  const events = measure === 'clicks' ? 'Clicks' : 'Conversions';
  if (kind !== 'silent') return `${events} of ${subject} ${kind} ${counts(bound)} ${each(per)}`;
  return measure === 'clicks'
    ? `Clicks of ${subject} stop`
    : `Conversions of ${subject} stop while clicks go on`;
}

/** What was counted when the alert was raised. */
export function raisedSentence(alert: KnownAlert, alarm: Alarm, shortUrl: string): string {
  const subject = capital(subjectOf(alert, shortUrl));
  const { measure, kind, bound, per, timeZone } = alert;
  const { seen, expected } = alarm;
  if (kind === 'limit') {
    if (alarm.nearLinkId === null) {
      return `Your account has ${counts(seen)} of its ${counts(expected)} links.`;
    }
    return `${subject} has ${counts(seen)} of its ${counts(expected)} clicks.`;
  }
  if (kind !== 'silent') {
    const than = kind === 'above' ? 'more than' : 'fewer than';
    return `${subject}: ${counted(seen, measure)} ${stretch(alert, alarm)}, ${than} ${counts(bound)} ${each(per)}.`;
  }
  const since = `since ${moment(alarm.beganAt, timeZone)}`;
  const hours = Math.round((alarm.until.getTime() - alarm.beganAt.getTime()) / hourMs);
  const during = hours === 1 ? 'the same hour' : `the same ${hours} hours`;
  if (measure === 'clicks') {
    return `${subject}: no clicks ${since}. In each of the four weeks before, ${during} had at least ${counts(expected)}.`;
  }
  return `${subject}: no conversions ${since}, but ${counted(seen, 'clicks')}. In each of the four weeks before, ${during} had at least ${counts(expected)} for as many clicks.`;
}

/** That it is as it should be again. */
export function endedSentence(alert: KnownAlert, alarm: Alarm, shortUrl: string): string {
  const subject = capital(subjectOf(alert, shortUrl));
  const { measure, kind, bound, per, timeZone } = alert;
  if (kind === 'limit') {
    return `Your account has fewer than 90% of its ${counts(alarm.expected)} links again.`;
  }
  if (kind === 'silent') {
    return `${subject}: ${measure} come again. There were none since ${moment(alarm.beganAt, timeZone)}.`;
  }
  return `${subject}: ${measure} are no longer ${kind} ${counts(bound)} ${each(per)}.`;
}

function each(per: KnownAlert['per']): string {
  return per === 'hour' ? 'an hour' : 'a day';
}

function counts(count: number | null): string {
  return whole.format(count ?? 0);
}

function counted(count: number, measure: KnownAlert['measure']): string {
  return `${whole.format(count)} ${count === 1 ? measure.slice(0, -1) : measure}`;
}

/** The hour or the day. */
function stretch({ per, timeZone }: KnownAlert, { beganAt, until }: Alarm): string {
  if (per === 'day') return `on ${date(beganAt, timeZone)}`;
  return `on ${date(beganAt, timeZone)} from ${clockText(beganAt, timeZone)} to ${clockText(until, timeZone)} (${timeZone})`;
}

function moment(at: Date, timeZone: string): string {
  return `${date(at, timeZone)}, ${clockText(at, timeZone)} (${timeZone})`;
}

function date(at: Date, timeZone: string): string {
  return at.toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone,
  });
}

function capital(text: string): string {
  return /^(?:all links|tag |campaign )/.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}
