import { people, type Row } from './row.ts';

/** The rows of webhooks and of the log of events in the matrix. */
export const webhookRows = {
  'GET /api/v1/webhooks': { statuses: people(200) },
  'POST /api/v1/webhooks': {
    statuses: people(201),
    json: () => ({ url: 'https://hooks.example.com/' }),
  },
  'GET /api/v1/webhooks/:id': {
    statuses: people(200, 404),
    address: ({ webhookId }) => `/api/v1/webhooks/${webhookId}`,
  },
  'PATCH /api/v1/webhooks/:id': {
    statuses: people(200, 404),
    address: ({ webhookId }) => `/api/v1/webhooks/${webhookId}`,
    json: () => ({ description: 'Shop' }),
  },
  'DELETE /api/v1/webhooks/:id': {
    statuses: people(204, 404),
    address: ({ webhookId }) => `/api/v1/webhooks/${webhookId}`,
  },
  'POST /api/v1/webhooks/:id/rotate': {
    statuses: people(200, 404),
    address: ({ webhookId }) => `/api/v1/webhooks/${webhookId}/rotate`,
  },
  'POST /api/v1/webhooks/:id/test': {
    statuses: people(202, 404),
    address: ({ webhookId }) => `/api/v1/webhooks/${webhookId}/test`,
  },
  'POST /api/v1/webhooks/:id/replay': {
    statuses: people(202, 404),
    address: ({ webhookId }) => `/api/v1/webhooks/${webhookId}/replay`,
    json: () => ({ since: '2026-01-01T00:00:00Z' }),
  },
  'GET /api/v1/webhooks/:id/attempts': {
    statuses: people(200, 404),
    address: ({ webhookId }) => `/api/v1/webhooks/${webhookId}/attempts`,
  },
  'GET /api/v1/webhooks/:id/attempts/:attemptId': {
    statuses: people(200, 404),
    address: ({ webhookId, attemptId }) => `/api/v1/webhooks/${webhookId}/attempts/${attemptId}`,
  },
  'GET /api/v1/events': { statuses: people(200) },
  'GET /api/v1/events/:id': {
    statuses: people(200, 404),
    address: ({ eventId }) => `/api/v1/events/${eventId}`,
  },
  'POST /api/v1/events/:id/send': {
    statuses: people(202, 404),
    address: ({ eventId }) => `/api/v1/events/${eventId}/send`,
    json: ({ webhookId }) => ({ webhookId }),
  },
} as const satisfies Readonly<Record<string, Row>>;
