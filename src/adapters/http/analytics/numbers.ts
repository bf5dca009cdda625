import { Elysia } from 'elysia';
import { analyticsRoutes, type AnalyticsRoutesPorts } from './analytics.ts';
import { linkClicksRoutes, type LinkClicksRoutesPorts } from './link-clicks.ts';
import { linkVariantsRoutes, type LinkVariantsRoutesPorts } from './link-variants.ts';
import {
  publicPageRoutes,
  publicReportRoutes,
  type PublicPageRoutesPorts,
} from './public-pages.ts';
import { reportRoutes, type ReportRoutesPorts } from './report.ts';

export type NumberRoutesPorts = {
  readonly analytics: AnalyticsRoutesPorts;
  readonly report: ReportRoutesPorts;
  readonly linkClicks: LinkClicksRoutesPorts;
  readonly linkVariants: LinkVariantsRoutesPorts;
  readonly publicPages: PublicPageRoutesPorts;
};

/** All resources of an account's numbers. One instance keeps the type of the whole API shallow. */
export function numberRoutes(ports: NumberRoutesPorts) {
  return new Elysia({ name: 'numbers' })
    .use(analyticsRoutes(ports.analytics))
    .use(reportRoutes(ports.report))
    .use(linkClicksRoutes(ports.linkClicks))
    .use(linkVariantsRoutes(ports.linkVariants))
    .use(publicPageRoutes(ports.publicPages))
    .use(publicReportRoutes(ports.publicPages));
}
