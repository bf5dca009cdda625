import { Elysia } from 'elysia';
import type { FindApiKey } from '#core/accounts/api-keys';
import type { AccountPorts } from '#core/accounts/ports';
import type { SavedPorts } from '#core/analytics/saved';
import type { ConversionPorts, ReportPorts } from '#core/conversions/ports';
import type { DomainPorts } from '#core/domains/ports';
import type { LinkPorts } from '#core/links/ports';
import type { NoticePorts, SupportPorts } from '#core/notices/ports';
import { Refusal } from '#core/shared/refusal';
import { accountExportRoutes, type AccountExportRoutesPorts } from './accounts/account-export.ts';
import { accountRoutes, type AccountRoutesPorts } from './accounts/accounts.ts';
import { numberRoutes, type NumberRoutesPorts } from './analytics/numbers.ts';
import { publicPageRoutes, type PublicPageRoutesPorts } from './analytics/public-pages.ts';
import { gatewayRoutes, type GatewayPorts } from './analytics/sql/gateway.ts';
import { sqlRoutes, type SqlRoutesPorts } from './analytics/sql/sql.ts';
import { avatarRoutes, type AvatarRoutesPorts } from './accounts/avatars.ts';
import { apiKeyRoutes } from './accounts/api-keys.ts';
import { billingRoutes, checkoutRoutes, type BillingRoutesPorts } from './billing/billing.ts';
import { conversionRoutes, type ListedConversionsPorts } from './conversions/conversions.ts';
import { wellKnownRoutes, type WellKnownPorts } from './web/well-known.ts';
import { wpScriptRoutes } from './conversions/wp-script.ts';
import { adminRoutes, type AdminRoutesPorts } from './operators/admin.ts';
import { domainRoutes } from './domains/domains.ts';
import { eventRoutes, type EventRoutesPorts } from './analytics/events.ts';
import { frame, type FramePorts } from './frame/frame.ts';
import { type Mountable, mounted } from './frame/on.ts';
import { savedRoutes } from './analytics/saved.ts';
import type { SignedInPorts } from './sign-in/signed-in.ts';
import { health, type ReadReadiness } from './health.ts';
import { labelRoutes } from './links/labels.ts';
import { bulkRoutes, type BulkRoutesPorts } from './links/bulk/bulk.ts';
import { importRoutes, type ImportRoutesPorts, importUpload } from './links/imports/imports.ts';
import { linkRoutes, type LinkRoutesPorts } from './links/links.ts';
import { linkPictureRoutes, type LinkPictureRoutesPorts } from './links/link-pictures.ts';
import { qrRoutes, type QrRoutesPorts } from './links/qr.ts';
import { noticeRoutes } from './notices/notices.ts';
import { pixelRoutes } from './conversions/pixel.ts';
import { policyReportRoutes, type PolicyReportPorts } from './web/policy-reports.ts';
import { paymentWebhooks, type PaymentWebhookPorts } from './billing/payment-webhooks.ts';
import { postbackRoutes } from './conversions/postback.ts';
import { passwordResetRoutes, type PasswordResetRoutesPorts } from './sign-in/password-resets.ts';
import { trackingRoutes } from './conversions/tracking.ts';
import { profileRoutes, type ProfileRoutesPorts } from './accounts/profile.ts';
import { proofRoutes, type ProofRoutesPorts } from './sign-in/proofs.ts';
import { sessionRoutes } from './sign-in/sessions.ts';
import { socialLoginRoutes, type SocialLoginRoutesPorts } from './sign-in/social-login.ts';
import { testPaymentRoutes, type TestPaymentRoutesPorts } from './billing/test-payments.ts';
import { activityRoutes, settingsRoutes, type SettingsRoutesPorts } from './accounts/settings.ts';
import { supportRoutes } from './notices/support.ts';

export type AnyAppPorts = FramePorts & { readonly readiness: ReadReadiness };

export type StartingAppPorts = AnyAppPorts & {
  /** Of reports from pages and servers outside. */
  readonly reports: ReportPorts;
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
};

export type AppPorts = StartingAppPorts & {
  readonly accounts: AccountRoutesPorts;
  readonly profile: ProfileRoutesPorts;
  readonly avatars: AvatarRoutesPorts;
  readonly policyReports: PolicyReportPorts;
  readonly socialLogin: SocialLoginRoutesPorts;
  readonly settings: SettingsRoutesPorts;
  readonly events: EventRoutesPorts;
  readonly passwordResets: PasswordResetRoutesPorts;
  readonly accountExport: AccountExportRoutesPorts;
  readonly wellKnown: WellKnownPorts;
  readonly proofs: ProofRoutesPorts;
  readonly billing: BillingRoutesPorts & PaymentWebhookPorts & TestPaymentRoutesPorts;
  readonly links: Omit<LinkRoutesPorts, keyof LinkPorts>;
  readonly chapters: {
    readonly accounts: AccountPorts;
    readonly conversions: ConversionPorts;
    readonly domains: DomainPorts;
    readonly links: LinkPorts;
    readonly notices: NoticePorts;
    readonly saved: SavedPorts;
    readonly support: SupportPorts;
  };
  readonly listedConversions: ListedConversionsPorts;
  readonly session: SignedInPorts;
  readonly findKey: FindApiKey;
  readonly qr: QrRoutesPorts;
  readonly linkPictures: LinkPictureRoutesPorts;
  readonly bulk: BulkRoutesPorts;
  readonly imports: ImportRoutesPorts;
  readonly numbers: NumberRoutesPorts;
  readonly publicPages: PublicPageRoutesPorts;
  readonly sql: SqlRoutesPorts & GatewayPorts;
  readonly admin: AdminRoutesPorts;
};

/**
 * The whole API. Each resource is a function of its ports, and one line here or in a group below:
 * TypeScript gives up on the type of a longer chain.
 */
export function createApp(ports: AppPorts) {
  const app = frame(ports)
    .use(health(ports.readiness))
    .use(eventRoutes(ports.events))
    .use(wellKnownRoutes(ports.wellKnown))
    .use(sqlRoutes(ports.sql))
    .use(ingressOf(ports))
    .use(policyReportRoutes(ports.policyReports));
  // The web app does not call these through the client, so their types stay out of the API's.
  app.use(qrRoutes(ports.qr));
  app.use(importUpload(ports.imports));
  app.use(gatewayRoutes(ports.sql));
  app.use(
    mounted({ ...ports, ...ports.events, isOperator: ports.admin.isOperator }, [
      ...adminRoutes(ports.admin),
      ...checkoutRoutes(ports.billing),
      ...paymentWebhooks(ports.billing),
      ...billingRoutes(ports.billing),
      ...testPaymentRoutes(ports.billing),
      ...accountsOf(ports),
      ...domainRoutes(ports.chapters.domains),
      ...labelRoutes(ports.chapters.links),
      ...linkRoutes({ ...ports.chapters.links, ...ports.links }),
      ...linkPictureRoutes(ports.linkPictures),
      ...bulkRoutes(ports.bulk),
      ...importRoutes(ports.imports),
      ...numberRoutes(ports.numbers),
      ...publicPageRoutes(ports.publicPages),
      ...noticeRoutes(ports.chapters.notices),
      ...savedRoutes(ports.chapters.saved),
      ...conversionRoutes(ports.chapters.conversions, ports.listedConversions),
      ...trackingRoutes(ports.chapters.conversions, ports.listedConversions.shortOrigin),
      ...supportRoutes({ ...ports.chapters.support, ...ports.accounts }),
    ]),
  );
  return app;
}

/** The ways into an account, and a person's own account. */
function accountsOf(ports: AppPorts): Mountable[] {
  const { accounts, chapters, profile, settings } = ports;
  return [
    ...accountRoutes(accounts),
    ...socialLoginRoutes(ports.socialLogin),
    ...passwordResetRoutes(ports.passwordResets),
    ...proofRoutes(ports.proofs),
    ...avatarRoutes(ports.avatars),
    ...accountExportRoutes(ports.accountExport),
    ...apiKeyRoutes(chapters.accounts, accounts.session),
    ...sessionRoutes(chapters.accounts, accounts),
    ...profileRoutes(profile),
    ...activityRoutes(chapters.accounts),
    ...settingsRoutes(settings),
  ];
}

/** Reports from pages and servers outside, and the script that sends them. */
function ingressOf({ reports, addressOf }: StartingAppPorts) {
  return new Elysia({ name: 'ingress' })
    .use(pixelRoutes(reports, addressOf))
    .use(postbackRoutes(reports, addressOf))
    .use(wpScriptRoutes());
}

/** The type that the web client uses. */
export type App = ReturnType<typeof createApp>;

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
