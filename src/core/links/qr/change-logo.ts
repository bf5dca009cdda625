import { keepPicture, type KeepPicturePorts } from '#core/accounts/pictures/keep-picture';
import type { Paint, ObjectKey } from '#core/accounts/pictures/ports';
import { notFound } from '#core/shared/refusal';

export type ChangeLogoPorts = KeepPicturePorts & {
  readonly logos: {
    /**
     * In one transaction: makes the draft the account's logo, and schedules the removal of the
     * former one. Null removes the logo. False: the account is gone.
     */
    publishLogo(userId: string, key: ObjectKey | null, at: Date): Promise<boolean>;
  };
  /** The result is square, and at most 512 px a side. */
  readonly paint: Paint;
};

/**
 * Makes an upload of this person the logo of the account's QR codes; null removes it. Refuses as
 * `keepPicture` does.
 */
export function changeLogo(ports: ChangeLogoPorts) {
  const { logos, paint, clock } = ports;

  return async (userId: string, url: string | null): Promise<void> => {
    const use = { kind: 'logos', path: 'logoURL', paint } as const;
    const key = url === null ? null : await keepPicture(ports, { userId, url }, use);
    if (!(await logos.publishLogo(userId, key, new Date(clock.now())))) throw notFound();
  };
}
