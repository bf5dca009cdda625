import { anyone, everybody, people, type Row } from './row.ts';

/** The matrix's rows of SQL, domains, keys, conversions and tracking. */
export const numberRows: Readonly<Record<string, Row>> = {
  'GET /api/v1/sql/schema': { statuses: people(200) },
  'POST /api/v1/sql': {
    statuses: people(200),
    json: ({ linkId }) => ({ query: `SELECT * FROM links WHERE link_id = '${linkId}'` }),
  },
  'GET /api/v1/sql/login': { statuses: people(200) },
  // The built-in event store has no users of accounts.
  'POST /api/sql/login': { statuses: people(501) },
  'DELETE /api/sql/login': { statuses: people(501) },
  'GET /api/v1/sql/statements': { statuses: people(200) },
  'POST /api/v1/sql/statements': {
    statuses: people(201),
    json: () => ({ name: 'Clicks', query: 'SELECT count() FROM clicks' }),
  },
  'PATCH /api/v1/sql/statements/:id': {
    statuses: people(200, 404),
    address: ({ statementId }) => `/api/v1/sql/statements/${statementId}`,
    json: () => ({ name: 'All clicks' }),
  },
  'DELETE /api/v1/sql/statements/:id': {
    statuses: people(204, 404),
    address: ({ statementId }) => `/api/v1/sql/statements/${statementId}`,
  },
  'GET /clickhouse/ping': anyone(200),
  'GET /ping': anyone(200),
  'GET /clickhouse': {
    statuses: people(200),
    program: 'sql',
    address: () => '/clickhouse?query=SELECT+*+FROM+clicks',
  },
  'POST /': {
    statuses: people(200),
    program: 'sql',
    address: () => '/?query=SELECT+*+FROM+conversions',
    isCookieless: true,
    takesForms: true,
  },
  'POST /clickhouse': {
    statuses: people(200),
    program: 'sql',
    address: () => '/clickhouse?query=SELECT+*+FROM+conversions',
    isCookieless: true,
    takesForms: true,
  },

  'GET /api/v1/domains': { statuses: people(200) },
  'POST /api/v1/domains': {
    statuses: people(201),
    json: () => ({ domain: `n${crypto.randomUUID()}.shop.example` }),
  },
  'GET /api/v1/domains/:id': {
    statuses: people(200, 404),
    address: ({ domainId }) => `/api/v1/domains/${domainId}`,
  },
  'PATCH /api/v1/domains/:id': {
    statuses: people(200, 404),
    address: ({ domainId }) => `/api/v1/domains/${domainId}`,
    json: () => ({ rootUrl: 'https://example.com/' }),
  },
  'POST /api/v1/domains/:id/check': {
    statuses: people(200, 404),
    address: ({ domainId }) => `/api/v1/domains/${domainId}/check`,
  },
  'POST /api/v1/domains/:id/app-links/check': {
    statuses: people(409, 404),
    address: ({ domainId }) => `/api/v1/domains/${domainId}/app-links/check`,
  },
  'DELETE /api/v1/domains/:id': {
    statuses: people(204, 404),
    address: ({ domainId }) => `/api/v1/domains/${domainId}`,
  },

  'GET /api/v1/keys': { statuses: people(200) },
  'POST /api/keys': {
    statuses: people(201),
    json: () => ({ name: 'Shop', scopes: ['conversions:write'] }),
  },
  'DELETE /api/keys': { statuses: people(204) },
  'DELETE /api/keys/:id': {
    statuses: people(204, 404),
    address: ({ keyId }) => `/api/keys/${keyId}`,
  },
  'PATCH /api/keys/:id': {
    statuses: people(200, 404),
    address: ({ keyId }) => `/api/keys/${keyId}`,
    json: () => ({ scopes: ['sql'] }),
  },
  'POST /api/keys/:id/rotate': {
    statuses: people(200, 404),
    address: ({ keyId }) => `/api/keys/${keyId}/rotate`,
  },
  // Each key is its own.
  'GET /api/v1/keys/current': { statuses: people(200), program: 'any' },
  'DELETE /api/v1/keys/current': { statuses: people(204), program: 'any' },
  // A call of the Model Context Protocol. Its tools call routes of this matrix with the same key. Without
  // the header Accept of a client the protocol answers 406.
  'POST /api/mcp': {
    statuses: people(406),
    program: 'any',
    isCookieless: true,
    json: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  },
  'GET /api/v1/links/:id/postback': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/postback`,
  },
  'POST /api/v1/links/:id/postback/rotate': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/links/${linkId}/postback/rotate`,
  },

  'GET /api/conversions': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/conversions?linkId=${linkId}`,
  },
  'POST /api/conversions': {
    statuses: people(201, 404),
    json: ({ linkId }) => ({ linkId, eventType: 'sale', value: 100 }),
  },
  'PATCH /api/v1/conversions/:id': {
    statuses: people(200, 404),
    address: ({ conversionId }) => `/api/v1/conversions/${conversionId}`,
    json: () => ({ value: 200 }),
  },
  'DELETE /api/v1/conversions/:id': {
    statuses: people(204, 404),
    address: ({ conversionId }) => `/api/v1/conversions/${conversionId}`,
  },
  'GET /api/v1/conversion-attempts': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/conversion-attempts?linkId=${linkId}`,
  },

  'POST /api/policy-reports': { ...anyone(204), isCookieless: true },

  'GET /wp.js': anyone(200),
  'GET /api/track/:name': {
    statuses: everybody(200),
    address: ({ code }) => `/api/track/${code}`,
    isForOwner: true,
  },
  'GET /api/postback': {
    statuses: people(200, 404),
    program: 'conversions:write',
    address: ({ code }) => `/api/postback?link=${code}&event=sale`,
    isForOwner: true,
  },
  'POST /api/postback': {
    statuses: people(200, 404),
    program: 'conversions:write',
    address: ({ code }) => `/api/postback?link=${code}`,
    json: () => ({ event: 'sale' }),
    isForOwner: true,
    takesForms: true,
    isCookieless: true,
  },

  'GET /api/v1/conversions': {
    statuses: people(200, 404),
    address: ({ linkId }) => `/api/v1/conversions?linkId=${linkId}`,
  },
  'GET /api/v1/conversions/:id': {
    statuses: people(200, 404),
    address: ({ conversionId }) => `/api/v1/conversions/${conversionId}`,
  },
  'POST /api/v1/conversions/batch': {
    statuses: people(200),
    json: ({ linkId }) => ({ conversions: [{ linkId, eventType: 'sale', value: 100 }] }),
  },
  'POST /api/v1/refunds': {
    statuses: people(202, 404),
    json: ({ linkId }) => ({ linkId, orderId: 'A-1', value: 100 }),
  },
  'POST /api/v1/conversions': {
    statuses: people(202, 404),
    json: ({ linkId }) => ({ linkId, eventType: 'sale', value: 100 }),
  },
};
