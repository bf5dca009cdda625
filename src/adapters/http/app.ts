import { Elysia } from 'elysia';
import type { FindApiKey } from '#core/accounts/api-keys';
import type { PicturePorts } from '#core/accounts/pictures/ports';
import type { AccountPorts } from '#core/accounts/ports';
import type { BillingPorts } from '#core/billing/ports';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { AlertPorts } from '#core/alerts/ports';
import type { SavedPorts } from '#core/analytics/saved';
import type { ConversionPorts, ReportPorts } from '#core/conversions/ports';
import type { MailedReportPorts } from '#core/mailed-reports/ports';
import type { DomainPorts } from '#core/domains/ports';
import type {
  BulkPorts,
  ImportPorts,
  LabelPorts,
  LinkPicturePorts,
  LinkPorts,
} from '#core/links/ports';
import type { PreviewPorts } from '#core/links/preview-destination';
import type { DrawQrPorts } from '#core/links/qr/draw-qr';
import type { NoticePorts, SupportPorts } from '#core/notices/ports';
import type { SplitTestPorts } from '#core/split-tests/ports';
import type { WebhookPorts } from '#core/webhooks/ports';
import { Refusal } from '#core/shared/refusal';
import { accountExportRoutes, type AccountExportRoutesPorts } from './accounts/account-export.ts';
import { alertRoutes } from './analytics/alerts.ts';
import { mailedReportRoutes } from './analytics/mailed-reports.ts';
import { costRoutes } from './analytics/costs.ts';
import { queryRoutes } from './analytics/query.ts';
import { numberRoutes, type NumberRoutesPorts } from './analytics/numbers.ts';
import { publicReportRoutes, type PublicSite } from './shared-reports/public-reports.ts';
import { sharedReportRoutes } from './shared-reports/shared-reports.ts';
import type { SharedReportPorts } from '#core/shared-reports/ports';
import { gatewayRoutes } from './analytics/sql/gateway.ts';
import { sqlRoutes, type SqlRoutesPorts } from './analytics/sql/sql.ts';
import { avatarRoutes } from './accounts/avatars.ts';
import { billingRoutes, type PayingClients } from './billing/billing.ts';
import { conversionRoutes } from './conversions/conversions.ts';
import { apiDocumentRoutes, type ApiFacts } from './web/api-document.ts';
import { wellKnownRoutes, type WellKnownPorts } from './web/well-known.ts';
import { wpScriptRoutes } from './conversions/wp-script.ts';
import { adminRoutes, type AdminRoutesPorts } from './operators/admin.ts';
import { domainRoutes } from './domains/domains.ts';
import { eventRoutes, type OpenPages } from './analytics/events.ts';
import type { HeavyAnswers } from './heavy/heavy-answers.ts';
import { frame, type FramePorts } from './frame/frame.ts';
import { type Mountable, mounted } from './frame/on.ts';
import type { Repeats } from './frame/repeats.ts';
import { savedRoutes } from './analytics/saved.ts';
import type { AccountCalls } from './limits/account-calls.ts';
import type { SignedInPorts } from './sign-in/signed-in.ts';
import { health, type ReadReadiness } from './health.ts';
import { labelRoutes } from './links/labels.ts';
import { bulkRoutes } from './links/bulk.ts';
import { importRoutes } from './links/imports/imports.ts';
import { destinationPreviewRoutes } from './links/destination-preview.ts';
import { linkRoutes, type LinkSite } from './links/links.ts';
import { linkPictureRoutes } from './links/link-pictures.ts';
import { qrRoutes } from './links/qr.ts';
import { noticeRoutes } from './notices/notices.ts';
import { pixelRoutes } from './conversions/pixel.ts';
import { policyReportRoutes, type PolicyReportPorts } from './web/policy-reports.ts';
import { postbackRoutes } from './conversions/postback.ts';
import { trackingRoutes } from './conversions/tracking.ts';
import { profileRoutes } from './accounts/profile.ts';
import { signInRoutes } from './sign-in/sign-in.ts';
import { socialLoginRoutes } from './sign-in/social-login.ts';
import { mcpRoutes } from './mcp/mcp.ts';
import { settingsRoutes } from './accounts/settings.ts';
import { supportRoutes } from './notices/support.ts';
import { splitTestRoutes } from './split-tests.ts';
import { webhookRoutes } from './webhooks.ts';

export type AnyAppPorts = FramePorts & { readonly readiness: ReadReadiness };

export type StartingAppPorts = AnyAppPorts & {
  /** The ports for reports from pages and servers outside. */
  readonly reports: ReportPorts;
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
};

export type AppPorts = StartingAppPorts & {
  readonly calls?: AccountCalls;
  readonly repeats: Repeats;
  readonly clients: Parameters<typeof signInRoutes>[1] &
    Parameters<typeof socialLoginRoutes>[1] &
    PayingClients;
  readonly pictures: PicturePorts;
  readonly policyReports: PolicyReportPorts;
  /** Whether the operator has switched the check of destinations on. */
  readonly checksDestinations: boolean;
  readonly pages: OpenPages;
  readonly accountExport: AccountExportRoutesPorts;
  readonly wellKnown: WellKnownPorts;
  readonly apiDocument: ApiFacts;
  readonly links: LinkSite;
  readonly chapters: {
    readonly accounts: AccountPorts;
    readonly billing: BillingPorts;
    readonly conversions: ConversionPorts;
    readonly alerts: AlertPorts;
    readonly costs: Pick<AnalyticsPorts, 'costs' | 'links'>;
    readonly domains: DomainPorts;
    readonly links: LinkPorts & LabelPorts & PreviewPorts;
    readonly mailedReports: MailedReportPorts;
    readonly notices: NoticePorts;
    readonly saved: SavedPorts;
    readonly splitTests: SplitTestPorts;
    readonly support: SupportPorts;
    readonly webhooks: WebhookPorts;
  };
  readonly session: SignedInPorts;
  readonly findKey: FindApiKey;
  readonly qr: DrawQrPorts;
  /** Limits how many long answers are prepared at once. */
  readonly heavy: HeavyAnswers;
  readonly linkPictures: LinkPicturePorts;
  readonly bulk: BulkPorts;
  readonly imports: ImportPorts;
  /** Limits how many files are received at once. */
  readonly uploads: HeavyAnswers;
  readonly numbers: NumberRoutesPorts;
  readonly shared: { readonly ports: SharedReportPorts; readonly site: PublicSite };
  readonly sql: Omit<SqlRoutesPorts, 'session'>;
  readonly admin: AdminRoutesPorts;
};

/**
 * The whole API: the routes of the contract, one function for each resource, and the routes outside
 * the JSON API: health, the tracking image, postbacks, ClickHouse's interface.
 */
export function createApp(ports: AppPorts) {
  const { isOperator } = ports.admin;
  const app = frame(ports)
    .use(health(ports.readiness))
    .use(wellKnownRoutes(ports.wellKnown))
    .use(ingressOf(ports))
    .use(policyReportRoutes(ports.policyReports))
    .use(gatewayRoutes(ports, ports.sql.runStatement))
    .use(mounted({ ...ports, markFor: ports.pages.markFor, isOperator }, routesOf(ports)));
  const answer = async (request: Request) => app.fetch(request);
  return app.use(mcpRoutes({ ...ports, ...ports.links, answer }));
}

function routesOf(ports: AppPorts): Mountable[] {
  return [
    ...apiDocumentRoutes(ports.apiDocument),
    ...adminRoutes(ports.admin),
    ...billingRoutes(ports.chapters.billing, ports.clients),
    ...accountsOf(ports),
    ...domainRoutes(ports.chapters.domains),
    ...labelRoutes(ports.chapters.links),
    ...linkRoutes({ ...ports.chapters.links, ...ports.links }),
    ...destinationPreviewRoutes(ports.chapters.links),
    ...linkPictureRoutes(ports.linkPictures, ports.links.shortOrigin),
    ...qrRoutes(ports.qr, ports.heavy),
    ...bulkRoutes(ports.bulk, ports.heavy),
    ...importRoutes(ports.imports, ports),
    ...eventRoutes(ports.pages, ports.session),
    ...numberRoutes(ports.numbers),
    ...queryRoutes(ports.numbers),
    ...costRoutes(ports.chapters.costs, { ...ports.links, ...ports }),
    ...sharedReportRoutes(ports.shared.ports, ports.links),
    ...publicReportRoutes(ports.shared.ports, ports.chapters.splitTests, ports.shared.site),
    ...alertRoutes(ports.chapters.alerts),
    ...mailedReportRoutes(ports.chapters.mailedReports),
    ...splitTestRoutes(ports.chapters.splitTests, ports.heavy),
    ...noticeRoutes(ports.chapters.notices),
    ...sqlRoutes({ ...ports.sql, session: ports.session }),
    ...savedRoutes(ports.chapters.saved),
    ...conversionRoutes(ports.chapters.conversions, {
      ...ports.numbers,
      appUrl: ports.links.appUrl,
    }),
    ...trackingRoutes(ports.chapters.conversions, ports.numbers.shortOrigin),
    ...webhookRoutes(ports.chapters.webhooks),
    ...supportRoutes({ ...ports.chapters.support, ...ports.clients }),
  ];
}

/** The ways into an account, and a person's own account. */
function accountsOf(ports: AppPorts): Mountable[] {
  const { chapters, clients } = ports;
  return [
    ...signInRoutes(chapters.accounts, clients),
    ...socialLoginRoutes(chapters.accounts, clients),
    ...profileRoutes(chapters.accounts, clients),
    ...avatarRoutes(ports.pictures),
    ...accountExportRoutes(ports.accountExport),
    ...settingsRoutes({
      ...chapters.notices,
      defaults: chapters.links.defaults,
      checksDestinations: ports.checksDestinations,
    }),
  ];
}

/** Reports from pages and servers outside, and the script that sends them. */
function ingressOf({ reports, addressOf }: StartingAppPorts) {
  return new Elysia({ name: 'ingress' })
    .use(pixelRoutes(reports, addressOf))
    .use(postbackRoutes(reports, addressOf))
    .use(wpScriptRoutes());
}

/**
 * The API while the engines start: health, the tracking image and postbacks work as usual, every other
 * call gets 503. The root serves it until `createApp` has all its ports.
 */
export function createStartingApp(ports: StartingAppPorts) {
  return frame(ports)
    .use(health(ports.readiness))
    .use(ingressOf(ports))
    .use(
      new Elysia({ name: 'starting' }).all('/api/*', () => {
        throw new Refusal('unavailable', 'Waypost is starting. Please try again in a moment.', {
          retryAfterSeconds: 1,
        });
      }),
    );
}
