import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField } from '#web/ui/fields/select.tsx';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { destinationFor } from './destination-for.ts';
import { countries, languages } from './places.ts';

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

/** Shows where a visitor would go, as the form stands. */
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
    <fieldset className="grid gap-3 rounded-lg border border-line bg-raised p-3">
      <legend className="sr-only">Where a visitor goes</legend>
      <p aria-hidden className="text-sm font-semibold">
        Where a visitor goes
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
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
