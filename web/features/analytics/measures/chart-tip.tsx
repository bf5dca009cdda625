import type { Report } from '#web/api.ts';
import { dateLabel } from '#web/format.ts';
import type { Step } from '#web/features/analytics/report/report.ts';
import { ChangeText } from './change-text.tsx';
import { stepLabel } from './chart-series.ts';
import type { Measure } from '#contract/analytics/measures';
import { changeOf, valueLabel, valueOf } from './measures.ts';
import { aboutUsual, usualLabel, usualOf, usualText } from './usual.ts';

/** What a step compares with. */
export type Before = {
  readonly title: string;
  /** The step's time; null when they are not those of one step. */
  readonly at: string | null;
  /** How its numbers are computed; null when they are those of one step. */
  readonly about: string | null;
  /** The measure's value; undefined where it is not counted. */
  of(measure: Measure): number | null | undefined;
  label(measure: Measure, value: number | null): string;
  /** A value beside the number of the step that still grows. */
  text(measure: Measure, value: number | null): string;
};

type Unit = Report['range']['unit'];

type Compared = {
  readonly step: Step | undefined;
  readonly unit: Unit;
  readonly usual: Report['usual'];
};

/** The compared step, or else what is usual by this time of day; null without both. */
export function beforeOf({ step, unit, usual }: Compared, currency: string): Before | null {
  if (step) {
    const label = (measure: Measure, value: number | null) => valueLabel(measure, value, currency);
    return {
      title: stepLabel(step.at, unit),
      at: step.at,
      about: null,
      of: (measure) => valueOf(measure, step, currency),
      label,
      text: (measure, value) => `${label(measure, value)} at this time before`,
    };
  }
  return (
    usual && {
      title: 'Usual by now',
      at: null,
      about: aboutUsual(usual),
      of: (measure) => usualOf(measure, usual, currency),
      label: (measure, value) => usualLabel(measure, value, currency),
      text: (measure, value) => usualText(usualLabel(measure, value, currency)),
    }
  );
}

/** The names of the two columns: with their whole dates where they would be the same without. */
export function titlesOf(
  { at }: Pick<Step, 'at'>,
  before: Pick<Before, 'title' | 'at'>,
  unit: Unit,
): readonly [string, string] {
  const title = stepLabel(at, unit);
  if (before.at === null || before.title !== title) return [title, before.title];
  return [datedLabel(at, title), datedLabel(before.at, title)];
}

function datedLabel(at: string, title: string): string {
  const date = dateLabel(`${at.slice(0, 10)}T12:00`);
  if (title.startsWith('Week of ')) return `Week of ${date}`;
  return at.includes('T') ? `${date}, ${title}` : date;
}

type ChartTipProps = {
  /** The measures that are shown, with their names. */
  readonly names: readonly (readonly [Measure, string])[];
  /** The measure that the chart draws. */
  readonly measure: Measure;
  readonly currency: string;
  readonly step: Step | undefined;
  readonly unit: Unit;
  readonly before: Before | null;
  /** The step's note. */
  readonly children?: string | undefined;
};

/** All measures of a step of a chart, what they are compared with, and the step's note. */
export function ChartTip({ names, step, unit, before, children, ...rest }: ChartTipProps) {
  const { measure, currency } = rest;
  if (!step) return null;
  return (
    <>
      <table className="text-sm">
        {before && (
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col">
                <span className="sr-only">Measure</span>
              </th>
              {titlesOf(step, before, unit).map((title) => (
                <th key={title} scope="col" className="pl-4 text-right font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {names.map(([each, name]) => (
            <Row
              key={each}
              measure={each}
              name={name}
              isChosen={each === measure}
              value={valueOf(each, step, currency)}
              before={before}
              currency={currency}
            />
          ))}
        </tbody>
      </table>
      {before?.about && (
        <span className="block max-w-64 pt-1 text-xs whitespace-normal text-faint">
          {before.about}
        </span>
      )}
      {children && (
        <span className="block max-w-72 pt-1 whitespace-normal text-info">{children}</span>
      )}
    </>
  );
}

type RowProps = Pick<ChartTipProps, 'measure' | 'currency' | 'before'> & {
  readonly name: string;
  readonly isChosen: boolean;
  readonly value: number | null;
};

function Row({ measure, name, isChosen, value, before, currency }: RowProps) {
  const former = before?.of(measure);
  return (
    <tr className={isChosen ? 'font-semibold text-text' : 'text-muted'}>
      <th scope="row" className="text-left [font-weight:inherit]">
        {name}
      </th>
      <td className="pl-4 text-right">{valueLabel(measure, value, currency)}</td>
      {former !== undefined && (
        <>
          <td className="pl-4 text-right">{before?.label(measure, former)}</td>
          <td className="pl-3 text-right">
            <ChangeText change={changeOf(measure, value, former)} />
          </td>
        </>
      )}
    </tr>
  );
}
