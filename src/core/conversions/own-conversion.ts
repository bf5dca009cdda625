import type { OwnLinks } from '#core/links/own-link';
import { isId } from '#core/shared/ids';
import type { Serialized } from '#core/shared/serialized';
import { notFound } from '#core/shared/refusal';
import type { ListedConversion } from './listed-conversion.ts';

/** A new version that replaces the current one. */
export type Revision = {
  readonly before: ListedConversion;
  /** Its version is greater than the one before. Fields that cannot be edited are unchanged. */
  readonly after: ListedConversion;
  readonly isRemoved: boolean;
};

/** What a change of a stored conversion needs. */
export type ChangeConversionPorts = {
  readonly links: OwnLinks;
  readonly conversions: {
    /** The current version of the account's conversion with this id; null when it was removed. */
    find(userId: string, id: string): Promise<ListedConversion | null>;
    /**
     * Stores the version, visible to the next reader. When the event or key changes, it also stores
     * a removed version under the old ones, in the same step.
     */
    revise(userId: string, revision: Revision): Promise<void>;
  };
  /**
   * One turn at a time per account: a version is made from the current one, and two must not be
   * made at once.
   */
  readonly serialized: Serialized;
};

/**
 * The owner's conversion. Refuses `not_found`, also for another owner's and for those of deleted
 * links.
 */
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
