import { notFound } from '#core/shared/refusal';
import type { User } from '#core/accounts/user';
import { keepPicture, type KeepPicturePorts, type Paint } from './keep-picture.ts';
import type { ObjectKey } from './object-store.ts';

export type ChangeAvatarPorts = KeepPicturePorts & {
  readonly avatars: {
    /**
     * In one transaction: makes the draft the person's picture, shown at `url`, and schedules the
     * removal of the former one. Null for both removes the picture. Returns null when the account
     * is gone.
     */
    publish(
      userId: string,
      shown: { key: ObjectKey; url: string } | null,
      at: Date,
    ): Promise<User | null>;
  };
  /** The result is square, and at most 512 px a side. */
  readonly paint: Paint;
};

/**
 * Makes an upload of this person their picture, and returns the person as stored now; null removes
 * the picture. Refuses as `keepPicture` does.
 */
export function changeAvatar(ports: ChangeAvatarPorts) {
  const { avatars, paint, clock } = ports;
  const keep = keepPicture(ports);

  return async (user: User, url: string | null): Promise<User> => {
    const shown = url === null ? null : await kept(user, url);
    const changed = await avatars.publish(user.id, shown, new Date(clock.now()));
    if (changed === null) throw notFound();
    return changed;
  };

  async function kept(user: User, url: string) {
    const key = await keep(user.id, url, { kind: 'avatars', path: 'avatarURL', paint });
    return { key, url: `/api/${key}.jpg?t=${clock.now()}` };
  }
}
