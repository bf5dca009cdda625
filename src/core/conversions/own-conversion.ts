import type { GetLinkPorts } from '#core/links/get-link';
import { isId } from '#core/shared/ids';
import type { Serialized } from '#core/shared/serialized';
import { notFound } from '#core/shared/refusal';
import type { ListedConversion } from './listed-conversion.ts';

/** A new version in place of the one that counts. */
export type Revision = {
  readonly before: ListedConversion;
  /** Its version is above the one before; all that cannot be edited is as before. */
  readonly after: ListedConversion;
  readonly isRemoved: boolean;
};

/** What changing a conversion that is already stored takes. */
export type ChangeConversionPorts = {
  readonly links: GetLinkPorts['links'];
  readonly conversions: {
    /** The account's conversion that the id names, in the version that counts; null when removed. */
    find(userId: string, id: string): Promise<ListedConversion | null>;
    /**
     * Stores the version, visible to whoever reads next. One that moves to another event or key
     * leaves a removed version where it was, in the same step.
     */
    revise(userId: string, revision: Revision): Promise<void>;
  };
  /** Turns by account: a version is made from the one that counts, and two must not be made at once. */
  readonly serialized: Serialized;
};

/** The owner's conversion. Refuses `not_found`, for another's and for those of deleted links too. */
export async function ownConversion(
  { conversions, links }: Pick<ChangeConversionPorts, 'conversions' | 'links'>,
  userId: string,
  id: string,
): Promise<ListedConversion> {
  const found = isId(id) ? await conversions.find(userId, id) : null;
  const link = found && (await links.find(userId, found.linkId));
  if (found === null || link === null) throw notFound();
  return found;
}
