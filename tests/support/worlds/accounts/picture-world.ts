import { changeAvatar, showPicture } from '#core/accounts/pictures/keep-picture';
import type { Painting, PicturePorts, UploadUrl } from '#core/accounts/pictures/ports';
import { sweepObjects } from '#core/accounts/pictures/sweep';
import { offerUpload, receiveUpload, type UploadBody } from '#core/accounts/pictures/uploads';
import type { User } from '#core/accounts/user';
import { memoryObjects, memoryPictures } from '#tests/support/memory/pictures';
import { accountWorld, ada, visitor } from './account-world.ts';

/** A picture as a browser sends it. The painter of this world positions what it has painted. */
export const somePicture = new Uint8Array([7, 7, 7]);
const painted = (jpeg: Uint8Array) => new Uint8Array([0, ...jpeg]);

/** All use cases of pictures over memory, with a clock that tests set. */
export function pictureWorld() {
  const world = accountWorld();
  const records = memoryPictures(world.users);
  const { store, objects, given, failing } = memoryObjects();
  /** The answer of the painter; null to paint. */
  const refusal: { now: Painting | null } = { now: null };
  const paint = async (jpeg: Uint8Array): Promise<Painting> =>
    refusal.now ?? { kind: 'portrait', jpeg: painted(jpeg) };
  const grantOf = ({ id }: UploadUrl) => {
    const terms = given.get(id);
    return terms
      ? { key: terms.key, bytes: terms.bytes, expiresAtMs: terms.expiresAt.getTime() }
      : null;
  };
  const { clock, randomBytes } = world.ports;
  const refuseFull = () => {};
  const ports: PicturePorts = {
    objects: records,
    ...{ store, grantOf, paint, refuseFull, randomBytes, clock },
  };
  const cases = {
    offerUpload: (userId: string, bytes: number | null) => offerUpload(ports, userId, bytes),
    receiveUpload: (url: UploadUrl, body: UploadBody) => receiveUpload(ports, url, body),
    changeAvatar: (user: User, url: string | null) => changeAvatar(ports, user.id, url),
    showAvatar: (name: string) => showPicture(ports, 'avatars', name),
    sweep: () => sweepObjects(ports),
  };
  const addressOf = (id: string) => ({ id, expires: '', length: '', signature: '' });
  /** Sends a picture to an address. `reads` counts how often the body was read. */
  function send(
    address: string,
    bytes = somePicture,
    head: { type?: string; bytes?: number } = {},
  ) {
    const body = {
      type: head.type ?? 'image/jpeg',
      declaredBytes: head.bytes ?? null,
      async read(maxBytes: number) {
        reads.count += 1;
        reads.maxBytes = maxBytes;
        return bytes;
      },
    };
    return cases.receiveUpload(addressOf(address), body);
  }
  const reads = { count: 0, maxBytes: 0 };

  return {
    ...cases,
    send,
    reads,
    objects,
    failing,
    refusal,
    time: world.time,
    users: world.users,
    /** A new person, and what they do with their picture. */
    async somebody(email = ada.email) {
      const { user } = await world.register({ ...ada, email }, visitor);
      const offered = () => cases.offerUpload(user.id, null);
      async function uploaded(): Promise<string> {
        const address = await offered();
        await send(address);
        return address;
      }
      return {
        user,
        offered,
        uploaded,
        finish: (address: string | null) => cases.changeAvatar(user, address),
        /** Uploads a picture and shows it; returns the last part of its path. */
        async shows(): Promise<string> {
          const { profileImageUrl } = await cases.changeAvatar(user, await uploaded());
          return profileImageUrl?.replace(/^\/api\/avatars\/|\?.*$/g, '') ?? '';
        },
      };
    },
  };
}
