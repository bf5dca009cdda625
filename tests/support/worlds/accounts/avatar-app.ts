import type postgres from 'postgres';
import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import { avatarRoutes } from '#adapters/http/accounts/avatars';
import { mounted } from '#adapters/http/frame/on';
import { frame } from '#adapters/http/frame/frame';
import { profileRoutes } from '#adapters/http/accounts/profile';
import { picturePainter } from '#adapters/images/painter';
import { diskObjects } from '#adapters/objects/disk';
import { uploadUrls } from '#adapters/objects/upload-urls';
import { postgresObjects } from '#adapters/postgres/accounts/objects';
import type { ObjectStore, PicturePorts } from '#core/accounts/pictures/ports';
import { sweepObjects } from '#core/accounts/pictures/sweep';
import { keyedHashes } from '#roots/compose/secrets';
import { clientsOf, postgresPeople } from './postgres-people.ts';
import { accountWorld, ada } from './account-world.ts';
import { appUrl, call, cookieOf, memoryLog, type Answers, type Call } from '#tests/support/calls';

const hashes = keyedHashes(['a secret of the tests'], 'uploads');

type AvatarAppOptions = {
  readonly sql: postgres.Sql;
  /** The folder of the objects. */
  readonly folder: string;
  /** Another store than the disk. */
  readonly store?: ObjectStore;
};

/** People and their pictures in one frame, over a real Postgres, with a clock that tests set. */
export function avatarApp({ sql, folder, ...options }: AvatarAppOptions) {
  const world = accountWorld({ stores: postgresPeople(sql) });
  const own = uploadUrls(appUrl, hashes);
  const { clock, randomBytes } = world.ports;
  const pictures: PicturePorts = {
    objects: postgresObjects(sql),
    store: options.store ?? { ...diskObjects(folder), ...own },
    grantOf: own.grantOf,
    paint: picturePainter().portrait,
    refuseFull: () => {},
    randomBytes,
    clock,
  };
  const { store } = pictures;
  const clients = clientsOf(world);
  const log = memoryLog();
  const app: Answers = frame({ appUrl, log, isOutage: () => false }).use(
    mounted(clients, [
      ...signInRoutes(world.ports, clients),
      ...profileRoutes(world.ports, clients),
      ...avatarRoutes(pictures),
    ]),
  );

  /** A new signed-in person. */
  const somebody = async () => {
    const json = { ...ada, email: `ada.${crypto.randomUUID()}@example.com` };
    const cookie = cookieOf(await call(app, '/api/register', { json }));
    const ask = (path: string, more: Call = {}) => call(app, path, { cookie, ...more });
    const person = {
      cookie,
      ask,
      /** An upload address; other tests check the whole response. */
      async offered(json?: unknown): Promise<string> {
        const answer = await ask('/api/objects/upload', { method: 'POST', json });
        return (await answer.json()).uploadURL;
      },
      finish: (avatarURL: unknown) =>
        ask('/api/profile/avatar', { method: 'PUT', json: { avatarURL } }),
      /** Uploads the bytes and makes them the picture; returns its path. */
      async shows(picture: Uint8Array<ArrayBuffer>): Promise<string> {
        const uploadUrl = await person.offered();
        await put(uploadUrl, picture);
        const { user } = await (await person.finish(uploadUrl)).json();
        return user.profileImageUrl;
      },
      leave: () => ask('/api/profile', { method: 'DELETE', json: { password: ada.password } }),
    };
    return person;
  };

  /** Uploads bytes to an address as a browser does: without a cookie, from every origin. */
  const put = (address: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(address);
    const request = new Request(`http://localhost${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', ...headers },
      body,
    });
    return app.fetch(request);
  };

  return { app, log, somebody, put, sweep: () => sweepObjects(pictures), time: world.time, store };
}
