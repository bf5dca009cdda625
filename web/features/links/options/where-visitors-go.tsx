import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import type { LinkValues } from '#web/features/links/form/link-schema.ts';
import { destinationFor } from './destination-for.ts';
import type { RuleValues } from './option-values.ts';
import { countryName, languageName, readCountries, readLanguages } from './places.ts';

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
  const countries = codesIn(rules, (rule) => readCountries(rule.countries).codes);
  const languages = codesIn(rules, (rule) => readLanguages(rule.languages).codes);
  const [, device, system] = machines.find(([name]) => name === machine) ?? machines[0];
  const visitor = {
    device,
    system,
    country: countries.includes(country) ? country : '',
    language: languages.includes(language) ? language : '',
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
          options={named('country', countries, countryName)}
          value={visitor.country}
          onChange={(event) => setCountry(event.target.value)}
        />
        <SelectField
          label="Visitor’s language"
          options={named('language', languages, languageName)}
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

function codesIn(
  rules: readonly RuleValues[],
  read: (rule: RuleValues) => readonly string[],
): string[] {
  return [...new Set(rules.flatMap(read))];
}

function named(what: string, codes: readonly string[], nameOf: (code: string) => string) {
  return [
    { value: '', label: codes.length === 0 ? `Any ${what}` : `Any other ${what}` },
    ...codes.map((code) => ({ value: code, label: nameOf(code) })),
  ];
}
