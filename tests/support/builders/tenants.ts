import { createHash, randomBytes } from 'node:crypto';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { routedLinks } from '#adapters/postgres/links/routed-links';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { scopes, type Scope } from '#contract/accounts/api-keys';
import { createApiKey } from '#core/accounts/api-keys';
import { newSession } from '#core/accounts/sign-in/session';
import { dayMs } from '#core/shared/time';
import { appUrl } from '#tests/support/calls';
import type { EdgeWorld } from '#tests/support/worlds/edge-world';
import { freshSession } from '#tests/support/worlds/accounts/key-world';
import { noBans, someKeyText } from '#tests/support/builders/people';
import { testSeal } from '#tests/support/seal';
import { jpeg } from './pictures.ts';

/** The password of everybody here. */
export const password = 'analytical engine';
const passwordHash = await Bun.password.hash(password, {
  algorithm: 'argon2id',
  memoryCost: 8,
  timeCost: 1,
});

/** The ids and secrets of a person, as far as requests can name them. */
export type Things = {
  readonly userId: string;
  readonly email: string;
  /** In every text that the person wrote, and nowhere else. */
  readonly marker: string;
  readonly cookie: string;
  /** Another session of the person. */
  readonly sessionId: string;
  readonly linkId: string;
  /** A test of the link that has ended. */
  readonly splitTestId: string;
  readonly code: string;
  readonly alias: string;
  readonly conversionId: string;
  readonly keyId: string;
  readonly domainId: string;
  readonly viewId: string;
  /** A shared report of the account. */
  readonly reportId: string;
  readonly annotationId: string;
  /** Of a campaign. */
  readonly costId: string;
  /** Of a campaign. */
  readonly alertId: string;
  /** Of the saved view. */
  readonly mailedReportId: string;
  readonly tagId: string;
  readonly folderId: string;
  readonly templateId: string;
  readonly statementId: string;
  /** A bulk action that waits. */
  readonly bulkId: string;
  /** An import that waits for its check. */
  readonly importId: string;
  readonly webhookId: string;
  /** The event of the link's creation. */
  readonly eventId: string;
  /** An attempt to send that event to the webhook. */
  readonly attemptId: string;
  /** The token of the link's public page, which has a password. */
  readonly pageToken: string;
  /** Has all scopes. */
  readonly fullKey: string;
  /** A stored upload that waits to become the person's picture: its address, unsigned. */
  readonly uploadUrl: string;
  /** The last segment of the picture's address. */
  readonly picture: string;
};

const picture = await jpeg();
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const newId = () => Bun.randomUUIDv7();
const clock = { now: () => Date.now() };

/** Names in the same format that belong to nobody. */
export function nobodysThings(): Things {
  const marker = randomBytes(6).toString('hex');
  return {
    userId: newId(),
    email: `ada.${marker}@example.com`,
    marker,
    cookie: `waypost_session=${randomBytes(32).toString('base64url')}`,
    sessionId: randomBytes(16).toString('hex'),
    linkId: newId(),
    splitTestId: newId(),
    code: [...randomBytes(7)].map((byte) => base58[byte % base58.length]).join(''),
    alias: `alias-${marker}`,
    conversionId: newId(),
    keyId: newId(),
    domainId: newId(),
    viewId: newId(),
    reportId: newId(),
    annotationId: newId(),
    costId: newId(),
    alertId: newId(),
    mailedReportId: newId(),
    tagId: newId(),
    folderId: newId(),
    templateId: newId(),
    statementId: newId(),
    bulkId: newId(),
    importId: newId(),
    webhookId: newId(),
    eventId: newId(),
    attemptId: newId(),
    pageToken: randomBytes(16).toString('base64url'),
    fullKey: someKeyText(),
    uploadUrl: `${appUrl}/api/objects/put/${randomBytes(16).toString('hex')}`,
    picture: `${randomBytes(16).toString('hex')}.jpg`,
  };
}

type Places = Pick<EdgeWorld, 'sql' | 'clickHouse' | 'index' | 'appUrl' | 'objects'>;

/**
 * A new person with one thing of each kind; clicks, conversions, pictures and
 * the public page only with `hasEvents`.
 * With `isLapsed` the trial ended yesterday.
 */
export async function newTenant(
  { sql, clickHouse, index, appUrl: ownUrl, objects }: Places,
  { isLapsed = false, hasEvents = false } = {},
): Promise<Things> {
  const wished = nobodysThings();
  await addPerson(sql, wished, isLapsed);
  const [cookie, sessionId, spareKey, fullKey] = await Promise.all([
    signIn(sql, wished.userId).then(({ token }) => sessionCookie(ownUrl).give(token)),
    signIn(sql, wished.userId).then(({ session }) => session.sid.slice(0, 32)),
    addKey(sql, wished, ['conversions:read']),
    addKey(sql, wished, scopes),
    addLink(sql, wished).then(() =>
      Promise.all([
        addSplitTest(sql, wished),
        ...(hasEvents ? [addPage(sql, wished), addPictures(sql, objects, wished)] : []),
      ]),
    ),
    addSaved(sql, wished),
    addReport(sql, wished),
    addDomain(sql, wished),
    addImport(sql, wished),
    addWebhook(sql, wished),
    hasEvents ? addEvents(clickHouse, wished) : null,
  ]);
  const routed = await routedLinks(sql).ask(wished.code);
  if (routed === null || routed === 'away') throw new Error('the link is not there');
  index.put(routed);
  const [event] = await sql<[{ id: string }]>`
    SELECT id FROM events WHERE user_id = ${wished.userId} AND type = 'link.created'`;
  await addAttempt(sql, { ...wished, eventId: event.id });
  return {
    ...wished,
    eventId: event.id,
    cookie: cookie.split(';', 1)[0] ?? '',
    sessionId,
    keyId: spareKey.id,
    fullKey: fullKey.key,
  };
}

type Sql = EdgeWorld['sql'];

async function addPerson(sql: Sql, { userId, email, marker }: Things, isLapsed: boolean) {
  const person = {
    id: userId,
    email,
    firstName: `Ada ${marker}`,
    lastName: `Byron ${marker}`,
    profileImageUrl: null,
    provider: 'email',
    verified: true,
    subscriptionStatus: 'trial',
    trialEndsAt: new Date(Date.now() + (isLapsed ? -1 : 29) * dayMs),
    createdAt: new Date(),
  } as const;
  await postgresUsers(sql, testSeal, noBans).add(person, passwordHash);
}

async function signIn(sql: Sql, userId: string) {
  const opened = newSession({ randomBytes, digest }, { userId, userAgent: '' }, Date.now());
  await postgresSessions(sql, noBans).add(opened.session, null);
  return opened;
}

/** A new key of a person. */
export async function addKey(sql: Sql, { userId, marker }: Things, may: readonly Scope[]) {
  const keys = postgresApiKeys(sql, noBans);
  const sessions = { find: async (sid: string) => freshSession(sid, Date.now()) };
  const ports = { keys, sessions, digest, newId, randomBytes, clock };
  const wish = { name: `Key ${marker}`, scopes: [...may] };
  return createApiKey(ports, { id: userId, verified: true, token: 'any' }, wish);
}

async function addLink(sql: Sql, { userId, linkId, code, alias, marker }: Things) {
  await sql`
    INSERT INTO links (id, user_id, original_url, short_code, custom_alias, title, description,
      track_conversions, created_at, updated_at)
    VALUES (${linkId}, ${userId}, ${`https://${marker}.example/`}, ${code}, ${alias},
      ${`Title ${marker}`}, ${`Description ${marker}`}, true, now(), now())`;
  await sql`
    INSERT INTO link_names (folded_name, link_id, kind)
    VALUES (${code.toLowerCase()}, ${linkId}, 'code'), (${alias.toLowerCase()}, ${linkId}, 'alias')`;
  await sql`
    INSERT INTO conversion_attempts (link_id, received_at, source, outcome, reason, event_type,
      value, currency, order_id, has_click_id)
    VALUES (${linkId}, now(), 'pixel', 'recorded', 'none', 'sale', '1.00', 'USD', ${marker}, false)`;
}

/** A test of the person's link that has ended. `version`: of the link when it began. */
export async function addSplitTest(
  sql: Sql,
  { userId, linkId, splitTestId, marker }: Things,
  version = 1,
) {
  await sql`
    INSERT INTO split_tests (id, user_id, link_id, version, began_at, ended_at)
    VALUES (${splitTestId}, ${userId}, ${linkId}, ${version}, now() - interval '1 hour', now())`;
  await sql`
    INSERT INTO split_shares (test_id, from_day, slots) VALUES (${splitTestId}, now(), '{1,1}')`;
  await sql`
    WITH added AS (
      INSERT INTO split_destinations (test_id, place, name)
      VALUES (${splitTestId}, 1, ${`Name ${marker}`}), (${splitTestId}, 2, NULL)
      RETURNING id)
    INSERT INTO split_addresses (destination_id, since, url)
    SELECT id, now(), ${`https://${marker}.example/split`} FROM added`;
}

async function addDomain(sql: Sql, { userId, domainId, marker }: Things) {
  await sql`
    INSERT INTO domains (id, user_id, host, token, created_at, next_check_at)
    VALUES (${domainId}, ${userId}, ${`go-${marker}.shop.example`}, ${marker}, now(), 'infinity')`;
}

async function addPage(sql: Sql, { userId, linkId, pageToken }: Things) {
  await sql`
    INSERT INTO shared_reports (id, user_id, link_id, token, name, query, chooses_dates, is_on,
      password_hash, shows_money, sender, shows_logo, hosts, views, created_at)
    VALUES (${newId()}, ${userId}, ${linkId}, ${pageToken}, '', ${`link=${linkId}`}, true, true,
      ${passwordHash}, true, '', false, '', 0, now())`;
}

/** A shared report of the person's. */
export async function addReport(sql: Sql, { userId, reportId, marker }: Things) {
  await sql`
    INSERT INTO shared_reports (id, user_id, token, name, query, chooses_dates, is_on, shows_money,
      sender, shows_logo, hosts, views, created_at)
    VALUES (${reportId}, ${userId}, ${randomBytes(16).toString('base64url')}, ${`Report ${marker}`},
      ${`utm_source=${marker}`}, false, true, true, ${`Sender ${marker}`}, false, '', 3, now())`;
}

async function addSaved(
  sql: Sql,
  {
    userId,
    viewId,
    annotationId,
    costId,
    alertId,
    mailedReportId,
    statementId,
    bulkId,
    tagId,
    folderId,
    templateId,
    marker,
  }: Things,
) {
  await sql`
    INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (${tagId}, ${userId}, ${`Tag ${marker}`}, 'red', now())`;
  await sql`
    INSERT INTO utm_templates (id, user_id, name, utm_source, utm_medium, utm_campaign, utm_term,
      utm_content, created_at)
    VALUES (${templateId}, ${userId}, ${`Template ${marker}`}, ${marker}, '', '', '', '', now())`;
  await sql`
    INSERT INTO folders (id, user_id, name, created_at)
    VALUES (${folderId}, ${userId}, ${`Folder ${marker}`}, now())`;
  await sql`
    INSERT INTO bulk_actions (id, user_id, kind, state, total, slices, created_at, due_at)
    VALUES (${bulkId}, ${userId}, 'delete', 'waiting', 1, 1, now(), now() + interval '1 hour')`;
  await sql`
    INSERT INTO saved_views (id, user_id, name, query, created_at)
    VALUES (${viewId}, ${userId}, ${`View ${marker}`}, ${`utm_source=${marker}`}, now())`;
  await sql`
    INSERT INTO annotations (id, user_id, date, text, created_at)
    VALUES (${annotationId}, ${userId}, '2026-11-20', ${`Note ${marker}`}, now())`;
  await sql`
    INSERT INTO costs (id, user_id, campaign, kind, amount_cents, currency, first_day, note, created_at)
    VALUES (${costId}, ${userId}, ${`Campaign ${marker}`}, 'per_day', 1200, 'EUR', '2026-11-20',
      ${`Cost ${marker}`}, now())`;
  await sql`
    INSERT INTO alerts (id, user_id, campaign, measure, kind, bound, per, time_zone, is_mailed,
      is_enabled, created_at)
    VALUES (${alertId}, ${userId}, ${`Campaign ${marker}`}, 'clicks', 'above', 5, 'day', 'UTC', true,
      true, now())`;
  await sql`
    INSERT INTO mailed_reports (id, user_id, view_id, every, hour, time_zone, is_enabled, next_at,
      created_at)
    VALUES (${mailedReportId}, ${userId}, ${viewId}, 'week', 8, 'UTC', false, now(), now())`;
  await sql`
    INSERT INTO mailed_report_addresses (id, report_id, user_id, email, state, created_at)
    VALUES (${crypto.randomUUID()}, ${mailedReportId}, ${userId}, ${`${marker}@shop.example`},
      'confirmed', now())`;
  await sql`
    INSERT INTO saved_statements (id, user_id, name, query, created_at)
    VALUES (${statementId}, ${userId}, ${`Statement ${marker}`}, 'SELECT 1', now())`;
}

async function addImport(sql: Sql, { userId, importId, marker }: Things) {
  const cells = [`https://shop.example/${marker}`, `Title ${marker}`];
  await sql`
    INSERT INTO imports (id, user_id, file_name, columns, mapping, state, rows, slices, created_at)
    VALUES (${importId}, ${userId}, ${`${marker}.csv`}, ${sql.json(['url', 'title'])},
      ${sql.json(['originalUrl', 'title'])}, 'uploaded', 1, 1, now())`;
  await sql`
    INSERT INTO import_slices (import_id, place, file_rows)
    VALUES (${importId}, 0, ${sql.json([{ row: 2, cells }])})`;
}

async function addWebhook(sql: Sql, { userId, webhookId, marker }: Things) {
  const url = `https://hooks.example/${marker}`;
  const secret = Buffer.from(testSeal.close(`whsec_${randomBytes(32).toString('base64')}`));
  await sql`
    INSERT INTO webhooks (id, user_id, url, secret, created_at, updated_at)
    VALUES (${webhookId}, ${userId}, ${url}, ${secret}, now(), now())`;
}

async function addAttempt(sql: Sql, things: Things) {
  const { userId, webhookId, eventId, attemptId, marker } = things;
  await sql`
    INSERT INTO webhook_attempts (id, webhook_id, event_id, user_id, attempt, status, milliseconds,
      answer, attempted_at)
    VALUES (${attemptId}, ${webhookId}, ${eventId}, ${userId}, 1, 200, 40, ${`Answer ${marker}`},
      date_trunc('milliseconds', now()))`;
}

async function addPictures(sql: Sql, objects: EdgeWorld['objects'], things: Things) {
  const upload = `uploads/${things.uploadUrl.slice(-32)}` as const;
  const shown = `avatars/${things.picture.slice(0, 32)}` as const;
  const preview = `previews/${things.picture.slice(0, 32)}` as const;
  const soon = new Date(Date.now() + 60_000);
  await Promise.all([upload, shown, preview].map((key) => objects.write(key, picture)));
  await sql`
    INSERT INTO objects (key, user_id, link_id, created_at, remove_at)
    VALUES (${upload}, ${things.userId}, NULL, now(), ${soon}),
      (${shown}, ${things.userId}, NULL, now(), NULL),
      (${preview}, ${things.userId}, ${things.linkId}, now(), NULL)`;
}

/** A click from a site, a city and a browser with the marker, and a conversion. */
export async function addEvents(
  clickHouse: EdgeWorld['clickHouse'],
  things: Things,
): Promise<void> {
  const { userId, linkId, conversionId, marker } = things;
  const at = new Date(Date.now() - 60_000).toISOString().replace('T', ' ').replace('Z', '');
  const whose = { user_id: userId, link_id: linkId };
  const click = {
    ...whose,
    clicked_at: at,
    click_id: newId(),
    class: 'human',
    split_version: 0,
    variant: 0,
    visitor_id: 7,
    referrer: `${marker}.example`,
    device: 'desktop',
    country: 'DE',
    city: `Town ${marker}`,
    browser: `Browser ${marker}`,
    os: `System ${marker}`,
  };
  const conversion = {
    ...whose,
    event_type: 'sale',
    conversion_key: `o:${marker}`,
    version: '1',
    removed: false,
    converted_at: at,
    received_at: at,
    value_cents: 100,
    profit_cents: 10,
    currency: 'USD',
    source: 'pixel',
    trust: 'verified',
    id: conversionId,
    order_id: marker,
    metadata: `{"note":"${marker}"}`,
    split_version: 0,
    variant: 0,
  };
  const insert = (table: string, row: object) =>
    clickHouse.insert({
      table,
      format: 'JSONEachRow',
      values: [row],
      clickhouse_settings: { async_insert: 0 },
    });
  await Promise.all([insert('clicks', click), insert('conversions', conversion)]);
}
