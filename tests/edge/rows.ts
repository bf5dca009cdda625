import { password, type Things } from '#tests/support/builders/tenants';
import { numberRows } from './number-rows.ts';
import { anyone, everybody, people, type Row } from './row.ts';
import { webhookRows } from './webhook-rows.ts';

export const costOf = (linkId: string) => ({
  linkId,
  campaign: null,
  kind: 'per_click',
  amount: 25,
  currency: 'USD',
  firstDay: '2026-11-20',
  lastDay: null,
  note: '',
});

export const alertOf = (linkId: string) => ({
  linkId,
  tagId: null,
  campaign: null,
  measure: 'clicks',
  kind: 'below',
  bound: 10,
  per: 'day',
  timeZone: 'Europe/Berlin',
  isMailed: true,
  isEnabled: true,
});

const testOf = ({ linkId, splitTestId }: Things) =>
  `/api/v1/links/${linkId}/split-tests/${splitTestId}`;

/**
 * The authorisation matrix: a row for each route of the application, in the order of its resources.
 * A new route needs its row here.
 */
export const rows: Readonly<Record<string, Row>> = {
  ...numberRows,
  ...webhookRows,
  'GET /healthz': anyone(200),
  'GET /readyz': anyone(200),
  'GET /api/v1': anyone(200),
  'GET /api/v1/openapi.json': anyone(200),

  'POST /api/register': {
    statuses: everybody(409),
    json: ({ email }) => ({ firstName: 'Eve', lastName: 'Moss', email, password: 'eavesdropper' }),
  },
  'POST /api/auth/login': {
    statuses: everybody(401),
    json: ({ email }) => ({ email, password: 'not the password' }),
  },
  'POST /api/auth/logout': anyone(204),
  'GET /api/auth/user': { statuses: people(200) },

  'PUT /api/profile': { statuses: people(200), json: () => ({ firstName: 'Augusta' }) },
  'PUT /api/profile/password': {
    statuses: people(204),
    json: () => ({
      currentPassword: password,
      newPassword: 'difference engine',
      confirmPassword: 'difference engine',
    }),
  },
  'GET /api/v1/account': { statuses: people(200) },
  'PATCH /api/v1/account': { statuses: people(200), json: () => ({ firstName: 'Augusta' }) },
  'DELETE /api/profile': { statuses: people(204), json: () => ({ password }) },

  'POST /api/objects/upload': { statuses: people(200) },
  'PUT /api/objects/put/:upload': {
    statuses: everybody(403),
    address: ({ uploadUrl }) => new URL(uploadUrl).pathname,
    takesForms: true,
    isCookieless: true,
  },
  'POST /api/v1/uploads': { statuses: people(200) },
  'PUT /api/profile/avatar': {
    statuses: people(200, 404),
    json: ({ uploadUrl }) => ({ avatarURL: uploadUrl }),
  },
  'PUT /api/v1/account/avatar': {
    statuses: people(200, 404),
    json: ({ uploadUrl }) => ({ avatarURL: uploadUrl }),
  },
  // Everybody with the address of a picture may see it; nobody can guess one.
  'GET /api/avatars/:name': {
    statuses: everybody(200),
    address: ({ picture }) => `/api/avatars/${picture}`,
  },

  'GET /api/sessions': { statuses: people(200) },
  'DELETE /api/sessions': { statuses: people(204) },
  'DELETE /api/sessions/:session': {
    statuses: people(204, 404),
    address: ({ sessionId }) => `/api/sessions/${sessionId}`,
  },

  // No provider is configured here.
  'GET /api/auth/google': anyone(404),
  'GET /api/auth/google/callback': anyone(404),
  'GET /api/auth/facebook': anyone(404),
  'GET /api/auth/facebook/callback': anyone(404),
  'GET /api/profile/sign-in': { statuses: people(200) },

  'GET /api/v1/activity': { statuses: people(200) },

  'GET /api/v1/settings': { statuses: people(200) },
  'PATCH /api/v1/settings': {
    statuses: people(200),
    json: () => ({ linkDefaults: { trackConversions: true } }),
  },

  'POST /api/auth/forgot-password': {
    statuses: everybody(202),
    json: ({ email }) => ({ email }),
    isForOwner: true,
  },
  'POST /api/auth/reset-password': {
    statuses: everybody(400),
    json: () => ({
      token: 'a'.repeat(43),
      newPassword: 'difference engine',
      confirmPassword: 'difference engine',
    }),
  },

  'POST /api/auth/verify-email': {
    statuses: everybody(400),
    json: () => ({ token: 'a'.repeat(43) }),
  },
  'POST /api/auth/resend-verification': { statuses: people(202) },
  'POST /api/auth/reauthenticate': { statuses: people(204), json: () => ({ password }) },
  'GET /api/v1/account/email-change': { statuses: people(200) },
  'DELETE /api/profile/email-change': { statuses: people(204) },

  'GET /api/v1/account/export': { statuses: people(200) },
  'GET /.well-known/security.txt': anyone(200),
  'GET /.well-known/gpc.json': anyone(200),
  'POST /api/contact': {
    statuses: everybody(201),
    json: () => ({ name: 'Eve', email: 'eve@example.com', subject: 'Help', message: 'Please.' }),
  },
  'POST /api/reports': {
    statuses: everybody(201),
    json: ({ code }) => ({ url: `https://go.example/${code}`, reason: 'It is not what it says.' }),
  },

  'GET /api/v1/notices': { statuses: people(200) },
  'POST /api/v1/notices/read': { statuses: people(204), json: () => ({}) },
  'GET /api/v1/stream': { statuses: people(200) },
  'GET /api/billing/offer': anyone(200),
  'GET /api/v1/billing': { statuses: people(200) },
  'POST /api/create-payment-intent': {
    statuses: everybody(409),
    json: ({ email }) => ({ firstName: 'Eve', lastName: 'Moss', email }),
  },
  'POST /api/confirm-payment': {
    statuses: everybody(403),
    json: () => ({ paymentIntentId: 'pi_test_of_somebody', password: 'eavesdropper' }),
  },
  'POST /api/billing/lifetime': { statuses: people(200) },
  'POST /api/create-subscription': { statuses: people(200) },
  'POST /api/billing/cancel': { statuses: people(409) },
  'POST /api/billing/resume': { statuses: people(409) },
  'POST /api/billing/card': { statuses: people(409) },
  // The webhook of a provider that is not configured does not exist; the other one's events need
  // its signature.
  'POST /api/webhooks/stripe': {
    statuses: everybody(404),
    json: () => ({ id: 'evt_forged' }),
    isCookieless: true,
  },
  'POST /api/webhooks/test': {
    statuses: everybody(400),
    json: () => ({ id: 'evt_forged' }),
    isCookieless: true,
  },
  'POST /api/test-payments/confirm': {
    statuses: everybody(404),
    json: () => ({
      clientSecret: 'pi_test_of_somebody_secret_x',
      number: '4242 4242 4242 4242',
      expiry: '12/40',
      cvc: '123',
    }),
  },
  'POST /api/test-payments/authenticate': {
    statuses: everybody(404),
    json: () => ({ clientSecret: 'pi_test_of_somebody_secret_x', isApproved: true }),
  },
  'PUT /api/test-payments/card': {
    statuses: people(409),
    json: () => ({ number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }),
  },

  // Nobody here runs the instance: tests/edge/operators.test.ts has somebody who does.
  'GET /api/admin': anyone(404),
  'GET /api/admin/storage': anyone(404),
  'GET /api/admin/messages': anyone(404),
  'GET /api/admin/reports': anyone(404),
  'GET /api/admin/accounts': anyone(404),
  'GET /api/admin/accounts/:id': {
    statuses: everybody(404),
    address: ({ userId }) => `/api/admin/accounts/${userId}`,
  },
  'PUT /api/admin/accounts/:id': {
    statuses: everybody(404),
    address: ({ userId }) => `/api/admin/accounts/${userId}`,
    json: () => ({ isDisabled: true }),
  },
  'POST /api/admin/accounts/:id/mails': {
    statuses: everybody(404),
    address: ({ userId }) => `/api/admin/accounts/${userId}/mails`,
  },
  'POST /api/admin/accounts/:id/reset-link': {
    statuses: everybody(404),
    address: ({ userId }) => `/api/admin/accounts/${userId}/reset-link`,
  },

  'GET /api/links': { statuses: people(200) },
  'GET /api/v1/alias-check': {
    statuses: people(200),
    address: () => '/api/v1/alias-check?alias=autumn',
  },
  'GET /api/v1/destination-preview': {
    statuses: people(200),
    address: () => '/api/v1/destination-preview?url=example.com',
  },
  'GET /api/v1/links': { statuses: people(200) },
  'PUT /api/v1/links': {
    statuses: people(201),
    lapsed: 402,
    json: () => ({ externalId: 'sku-1', originalUrl: 'https://example.com/' }),
  },
  'POST /api/v1/links/batch': {
    statuses: people(200),
    json: () => ({ mode: 'create', links: [{ originalUrl: 'https://example.com/' }] }),
  },
  'POST /api/links': {
    statuses: people(201),
    lapsed: 402,
    json: () => ({ originalUrl: 'https://example.com/' }),
  },
  'POST /api/v1/links': {
    statuses: people(201),
    lapsed: 402,
    json: () => ({ originalUrl: 'https://example.com/' }),
  },
  'GET /api/v1/links/:id': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}`,
  },
  'PUT /api/links/:id': {
    statuses: people(200, 404),
    lapsed: 402,
    address: ({ linkId }) => `/api/links/${linkId}`,
    json: () => ({ title: 'Autumn' }),
  },
  'PATCH /api/v1/links/:id': {
    statuses: people(200, 404),
    lapsed: 402,
    address: ({ linkId }) => `/api/v1/links/${linkId}`,
    json: () => ({ title: 'Autumn' }),
  },
  'DELETE /api/links/:id': {
    statuses: people(204, 404),
    address: ({ linkId }) => `/api/links/${linkId}`,
  },
  'DELETE /api/v1/links/:id': {
    statuses: people(204, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}`,
  },
  'GET /api/v1/links/:id/qr': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/qr?format=svg&size=300`,
  },
  'PUT /api/v1/links/:id/preview-picture': {
    statuses: people(200, 404),
    lapsed: 402,
    address: ({ linkId }) => `/api/v1/links/${linkId}/preview-picture`,
    json: () => ({ pictureURL: null }),
  },
  // Everybody with the address of a picture may see it; nobody can guess one.
  'GET /api/link-pictures/:name': {
    statuses: everybody(200),
    address: ({ picture }) => `/api/link-pictures/${picture}`,
  },
  'GET /api/v1/qr-logo': { statuses: people(200) },
  'PUT /api/v1/qr-logo': {
    statuses: people(200),
    json: () => ({ logoURL: null }),
  },
  'POST /api/v1/bulk-actions': {
    statuses: people(202, 422),
    lapsed: 402,
    json: ({ linkId }) => ({ action: 'resume', ids: [linkId] }),
  },
  'GET /api/v1/bulk-actions/:id': {
    statuses: people(200, 404),
    address: ({ bulkId }) => `/api/v1/bulk-actions/${bulkId}`,
  },
  'POST /api/v1/bulk-actions/:id/undo': {
    statuses: people(200, 404),
    address: ({ bulkId }) => `/api/v1/bulk-actions/${bulkId}/undo`,
  },
  'GET /api/v1/imports': { statuses: people(200) },
  'POST /api/v1/imports': {
    statuses: people(201),
    lapsed: 402,
    json: () => 'url,title\nhttps://shop.example/,Shop\n',
    type: 'text/csv',
    takesForms: true,
  },
  'GET /api/v1/imports/:id': {
    statuses: people(200, 404),
    address: ({ importId }) => `/api/v1/imports/${importId}`,
  },
  'POST /api/v1/imports/:id/check': {
    statuses: people(202, 404),
    lapsed: 402,
    address: ({ importId }) => `/api/v1/imports/${importId}/check`,
    json: () => ({ mapping: ['originalUrl', 'title'] }),
  },
  // It has not been checked.
  'POST /api/v1/imports/:id/start': {
    statuses: people(409, 404),
    lapsed: 402,
    address: ({ importId }) => `/api/v1/imports/${importId}/start`,
  },
  'POST /api/v1/imports/:id/cancel': {
    statuses: people(200, 404),
    address: ({ importId }) => `/api/v1/imports/${importId}/cancel`,
  },
  'GET /api/v1/imports/:id/problems': {
    statuses: people(200, 404),
    address: ({ importId }) => `/api/v1/imports/${importId}/problems`,
  },
  'GET /api/export/links': { statuses: people(200) },
  'GET /api/v1/exports/links': { statuses: people(200) },

  'GET /api/v1/tags': { statuses: people(200) },
  'POST /api/v1/tags': { statuses: people(201), json: () => ({ name: 'Autumn', color: 'orange' }) },
  'PATCH /api/v1/tags/:id': {
    statuses: people(200, 404),
    address: ({ tagId }) => `/api/v1/tags/${tagId}`,
    json: () => ({ name: 'Winter' }),
  },
  'DELETE /api/v1/tags/:id': {
    statuses: people(204, 404),
    address: ({ tagId }) => `/api/v1/tags/${tagId}`,
  },
  'GET /api/v1/utm-templates': { statuses: people(200) },
  'POST /api/v1/utm-templates': {
    statuses: people(201),
    json: () => ({ name: 'Autumn', utm_source: 'newsletter', utm_medium: 'email' }),
  },
  'PATCH /api/v1/utm-templates/:id': {
    statuses: people(200, 404),
    address: ({ templateId }) => `/api/v1/utm-templates/${templateId}`,
    json: () => ({ name: 'Winter', utm_source: 'newsletter' }),
  },
  'DELETE /api/v1/utm-templates/:id': {
    statuses: people(204, 404),
    address: ({ templateId }) => `/api/v1/utm-templates/${templateId}`,
  },
  'GET /api/v1/folders': { statuses: people(200) },
  'POST /api/v1/folders': { statuses: people(201), json: () => ({ name: 'Autumn' }) },
  'PATCH /api/v1/folders/:id': {
    statuses: people(200, 404),
    address: ({ folderId }) => `/api/v1/folders/${folderId}`,
    json: () => ({ name: 'Winter' }),
  },
  'DELETE /api/v1/folders/:id': {
    statuses: people(204, 404),
    address: ({ folderId }) => `/api/v1/folders/${folderId}`,
  },

  'GET /api/analytics': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/analytics?full=referrers&linkId=${linkId}`,
  },
  'POST /api/v1/analytics/query': {
    statuses: people(200, 404),
    json: ({ linkId }) => ({ metrics: ['clicks'], filters: [['is', 'link', [linkId]]] }),
  },
  'GET /api/analytics/report': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/analytics/report?compare=previous&link=${linkId}`,
  },
  'GET /api/v1/analytics/views': { statuses: people(200) },
  'POST /api/v1/analytics/views': {
    statuses: people(201),
    json: () => ({ name: 'Autumn', query: 'range=30d&channel=email' }),
  },
  'PATCH /api/v1/analytics/views/:id': {
    statuses: people(200, 404),
    address: ({ viewId }) => `/api/v1/analytics/views/${viewId}`,
    json: () => ({ query: 'range=90d' }),
  },
  'DELETE /api/v1/analytics/views/:id': {
    statuses: people(204, 404),
    address: ({ viewId }) => `/api/v1/analytics/views/${viewId}`,
  },
  'GET /api/v1/analytics/annotations': { statuses: people(200) },
  'POST /api/v1/analytics/annotations': {
    statuses: people(201),
    json: () => ({ date: '2026-11-21', text: 'The letter was sent' }),
  },
  'PATCH /api/v1/analytics/annotations/:id': {
    statuses: people(200, 404),
    address: ({ annotationId }) => `/api/v1/analytics/annotations/${annotationId}`,
    json: () => ({ text: 'The letter was sent at noon' }),
  },
  'DELETE /api/v1/analytics/annotations/:id': {
    statuses: people(204, 404),
    address: ({ annotationId }) => `/api/v1/analytics/annotations/${annotationId}`,
  },

  'GET /api/v1/alerts': { statuses: people(200) },
  'POST /api/v1/alerts': {
    statuses: people(201, 404),
    json: ({ linkId }) => alertOf(linkId),
  },
  'PATCH /api/v1/alerts/:id': {
    statuses: people(200, 404),
    address: ({ alertId }) => `/api/v1/alerts/${alertId}`,
    json: () => ({ bound: 20 }),
  },
  'DELETE /api/v1/alerts/:id': {
    statuses: people(204, 404),
    address: ({ alertId }) => `/api/v1/alerts/${alertId}`,
  },

  'GET /api/v1/mailed-reports': { statuses: people(200) },
  'POST /api/v1/mailed-reports': {
    statuses: people(201, 404),
    json: ({ viewId }) => ({
      viewId,
      every: 'week',
      hour: 8,
      timeZone: 'Europe/Berlin',
      isEnabled: true,
      addresses: ['team@shop.example'],
    }),
  },
  'PATCH /api/v1/mailed-reports/:id': {
    statuses: people(200, 404),
    address: ({ mailedReportId }) => `/api/v1/mailed-reports/${mailedReportId}`,
    json: () => ({ hour: 9 }),
  },
  'DELETE /api/v1/mailed-reports/:id': {
    statuses: people(204, 404),
    address: ({ mailedReportId }) => `/api/v1/mailed-reports/${mailedReportId}`,
  },
  'POST /api/mailed-reports/confirm': {
    ...anyone(400),
    json: () => ({ token: 'wrong' }),
  },
  'GET /api/mailed-reports/stop': {
    ...anyone(302),
    address: () => '/api/mailed-reports/stop?token=wrong',
  },
  'POST /api/mailed-reports/stop': {
    ...anyone(400),
    address: () => '/api/mailed-reports/stop?token=wrong',
    isCookieless: true,
    takesForms: true,
  },

  'GET /api/v1/costs': { statuses: people(200) },
  'POST /api/v1/costs': {
    statuses: people(201, 404),
    json: ({ linkId }) => costOf(linkId),
  },
  'POST /api/v1/costs/csv': {
    statuses: people(201),
    json: () => 'date,campaign,cost,currency\n2026-11-20,autumn,12.50,USD\n',
    type: 'text/csv',
  },
  'PUT /api/v1/costs/:id': {
    statuses: people(200, 404),
    address: ({ costId }) => `/api/v1/costs/${costId}`,
    json: ({ linkId }) => costOf(linkId),
  },
  'DELETE /api/v1/costs/:id': {
    statuses: people(204, 404),
    address: ({ costId }) => `/api/v1/costs/${costId}`,
  },

  'GET /api/v1/links/:id/clicks': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/clicks`,
  },

  'GET /api/v1/links/:id/split-tests': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/split-tests`,
  },
  'GET /api/v1/links/:id/split-tests/:testId': { statuses: people(200, 404), address: testOf },
  'GET /api/v1/links/:id/split-plan': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/split-plan?goal=lead`,
  },
  'GET /api/v1/split-tests': { statuses: people(200) },
  'PATCH /api/v1/links/:id/split-tests/:testId': {
    statuses: people(200, 404),
    lapsed: 402,
    address: testOf,
    json: () => ({ names: ['Photo', 'Video'] }),
  },
  'POST /api/v1/links/:id/split-tests/:testId/end': {
    statuses: people(409, 404),
    lapsed: 402,
    address: (things) => `${testOf(things)}/end`,
    json: () => ({ destination: 'B' }),
  },
  'POST /api/v1/links/:id/split-tests/:testId/resume': {
    statuses: people(409, 404),
    lapsed: 402,
    address: (things) => `${testOf(things)}/resume`,
  },

  'GET /api/v1/shared-reports': { statuses: people(200) },
  'POST /api/v1/shared-reports': {
    statuses: people(201, 404),
    json: ({ linkId }) => ({ name: 'Autumn', query: `range=30d&link=${linkId}` }),
  },
  'PATCH /api/v1/shared-reports/:id': {
    statuses: people(200, 404),
    address: ({ reportId }) => `/api/v1/shared-reports/${reportId}`,
    json: () => ({ isOn: false }),
  },
  'DELETE /api/v1/shared-reports/:id': {
    statuses: people(204, 404),
    address: ({ reportId }) => `/api/v1/shared-reports/${reportId}`,
  },
  'GET /api/v1/links/:id/public-page': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/public-page`,
  },
  'PUT /api/v1/links/:id/public-page': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/public-page`,
    json: () => ({ password: 'analytical engine', showsMoney: false }),
  },
  'DELETE /api/v1/links/:id/public-page': {
    statuses: people(204, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/public-page`,
  },
  // The page has a password, which no session replaces.
  'GET /api/public/:token': {
    statuses: everybody(401),
    address: ({ pageToken }) => `/api/public/${pageToken}`,
  },
  'GET /api/public/:token/cover': {
    statuses: everybody(200),
    address: ({ pageToken }) => `/api/public/${pageToken}/cover`,
  },
  'GET /api/public/:token/lists': {
    statuses: everybody(401),
    address: ({ pageToken }) => `/api/public/${pageToken}/lists?list=countries:clicks:desc`,
  },
  'GET /api/public/:token/file': {
    statuses: everybody(401),
    address: ({ pageToken }) => `/api/public/${pageToken}/file?what=series`,
  },
  // This page shows no logo.
  'GET /api/public/:token/logo': {
    statuses: everybody(404),
    address: ({ pageToken }) => `/api/public/${pageToken}/logo`,
  },
  'POST /api/public/:token/unlock': {
    statuses: everybody(401),
    address: ({ pageToken }) => `/api/public/${pageToken}/unlock`,
    json: () => ({ password: 'not the password' }),
  },
};
