import type { Place } from '#core/clicks/locate';

const countryCode = /^[A-Z]{2}$/;
const maxCityLength = 100;
/** DB-IP appends districts to the city: `Berlin (Mitte)`. */
const district = / \([^()]*\)$/;

/**
 * The place in a city database's record, in DB-IP's flat format (`country_code`, `city`) or in
 * MaxMind's nested one (`country.iso_code`, `city.names.en`). A district in brackets is removed, so
 * that a city is one place. Missing or invalid parts are unknown.
 */
export function readPlace(record: unknown): Place {
  const country = field(record, 'country_code') ?? field(field(record, 'country'), 'iso_code');
  const city = field(record, 'city');
  const name = typeof city === 'string' ? city : field(field(city, 'names'), 'en');
  return {
    country: typeof country === 'string' && countryCode.test(country) ? country : '',
    city:
      typeof name === 'string'
        ? name.slice(0, maxCityLength).replace(district, '').toWellFormed()
        : '',
  };
}

function field(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null
    ? Object.getOwnPropertyDescriptor(record, name)?.value
    : undefined;
}
