import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField } from '#web/ui/fields/select.tsx';
import { destinationsOf, type LinkValues } from '#web/features/links/form/link-form.ts';
import { countries, languages } from './places.ts';
import { hasCondition, listIn } from './option-values.ts';

const machines = [
  ['iPhone', 'mobile', 'ios'],
  ['iPad', 'tablet', 'ios'],
  ['Android phone', 'mobile', 'android'],
  ['Android tablet', 'tablet', 'android'],
  ['Windows computer', 'desktop', 'windows'],
  ['Mac', 'desktop', 'macos'],
  ['Linux computer', 'desktop', 'linux'],
  ['Chromebook', 'desktop', 'chromeos'],
] as const;

/** Shows the destination of a visitor, for the current values of the form. */
export function WhereVisitorsGo() {
  const { control } = useFormContext<LinkValues>();
  const [originalUrl, otherDestinations, splitTestEnabled, options] = useWatch({
    control,
    name: ['originalUrl', 'otherDestinations', 'splitTestEnabled', 'options'],
  });
  const [machine, setMachine] = useState('iPhone');
  const [country, setCountry] = useState('');
  const [language, setLanguage] = useState('');
  const { rules } = options;
  const named = {
    countries: known(
      rules.flatMap((rule) => rule.countries),
      countries,
    ),
    languages: known(
      rules.flatMap((rule) => rule.languages),
      languages,
    ),
  };
  const [, device, system] = machines.find(([name]) => name === machine) ?? machines[0];
  const visitor = {
    device,
    system,
    country: country in named.countries ? country : '',
    language: language in named.languages ? language : '',
  };
  const { urls, because } = destinationFor(
    { originalUrl, otherDestinations, splitTestEnabled, options },
    visitor,
  );

  return (
    <fieldset className="@container grid gap-3">
      <legend className="sr-only">Where a visitor goes</legend>
      <p aria-hidden className="text-sm font-semibold">
        Where a visitor goes
      </p>
      <div className="grid grid-cols-2 gap-3 @md:grid-cols-3">
        <SelectField
          className="col-span-2 @md:col-span-1"
          label="Visitor’s device"
          options={machines.map(([name]) => ({ value: name, label: name }))}
          value={machine}
          onChange={(event) => setMachine(event.target.value)}
        />
        <SelectField
          label="Visitor’s country"
          options={choices('country', named.countries)}
          value={visitor.country}
          onChange={(event) => setCountry(event.target.value)}
        />
        <SelectField
          label="Visitor’s language"
          options={choices('language', named.languages)}
          value={visitor.language}
          onChange={(event) => setLanguage(event.target.value)}
        />
      </div>
      <output className="grid gap-1 text-sm">
        <span className="text-muted">{because}</span>
        {urls.map((url) => (
          <b key={url} className="font-medium break-all">
            {url === '' ? 'Enter an address first' : url}
          </b>
        ))}
      </output>
    </fieldset>
  );
}

/** The names of the codes among the values. */
function known(
  values: readonly string[],
  { nameOf }: typeof countries,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    values.flatMap((code) => {
      const name = nameOf(code);
      return name === null ? [] : [[code, name]];
    }),
  );
}

function choices(what: string, names: Readonly<Record<string, string>>) {
  const entries = Object.entries(names);
  return [
    { value: '', label: entries.length === 0 ? `Any ${what}` : `Any other ${what}` },
    ...entries.map(([value, label]) => ({ value, label })),
  ];
}

/** A visitor for whom the editor shows the destination. */
type Visitor = {
  readonly device: string;
  readonly system: string;
  /** ISO 3166-1 alpha-2; blank: a country that no rule names. */
  readonly country: string;
  /** Blank: a language that no rule names. */
  readonly language: string;
};

/** The visitor's destination, and the reason for it. */
type Going = {
  /** Several: one of them in turn. */
  readonly urls: readonly string[];
  readonly because: string;
};

type Routed = Pick<
  LinkValues,
  'originalUrl' | 'otherDestinations' | 'splitTestEnabled' | 'options'
>;

/** Decides as the server does: rules in order, then app links, then the split test. */
export function destinationFor(values: Routed, visitor: Visitor): Going {
  const { originalUrl, splitTestEnabled, options } = values;
  for (const [index, rule] of options.rules.entries()) {
    const { devices, systems } = rule;
    const isFit =
      has(listIn(devices), visitor.device) &&
      has(listIn(systems), visitor.system) &&
      has(rule.countries, visitor.country) &&
      (rule.languages.length === 0 ||
        rule.languages.some((wanted) => isSpoken(visitor.language, wanted)));
    if (isFit && hasCondition(rule))
      return { urls: [rule.url.trim()], because: `Rule ${index + 1}` };
  }
  const isIos = visitor.system === 'ios' && options.iosUrl.trim() !== '';
  if (isIos) return { urls: [options.iosUrl.trim()], because: 'The app for iOS' };
  const isAndroid = visitor.system === 'android' && options.androidUrl.trim() !== '';
  if (isAndroid) return { urls: [options.androidUrl.trim()], because: 'The app for Android' };
  return splitTestEnabled
    ? { urls: destinationsOf(values), because: 'The split test, in turn' }
    : { urls: [originalUrl.trim()], because: 'The link’s destination' };
}

function has(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}

function isSpoken(language: string, wanted: string): boolean {
  if (language === wanted) return true;
  if (wanted === 'no') return /^(no|nb|nn)(-|$)/.test(language);
  return !wanted.includes('-') && language.startsWith(`${wanted}-`);
}
