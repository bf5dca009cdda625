import type { DrainSettings } from '#adapters/spool/drain/drain-messages';

type Places = Pick<DrainSettings, 'dataDir' | 'clickHouseUrl' | 'databaseUrl'>;

/** The settings of a drain between those places. */
export function drainSettings(places: Places & Partial<DrainSettings>): DrainSettings {
  return {
    ownHosts: ['go.example'],
    addressStorage: 'truncated',
    visitorId: 'cookieless',
    cookieSecret: 'a secret of at least thirty-two characters',
    geoipCityDb: null,
    ...places,
  };
}
