import type { RawVisit } from '#core/redirect/raw-visit';
import type { Agent, DescribeAgent } from './agent.ts';
import { identifyVisitor, type Identity, type KeyedHash } from './identify-visitor.ts';
import { locate, type FindPlace, type Place } from './locate.ts';
import type { Campaign } from './read-campaign.ts';
import type { Channel, ReadChannel } from './read-channel.ts';
import { readEntry, type Entry } from './read-entry.ts';
import type { Referrer } from './read-referrer.ts';
import { recordVisit, type VisitRecord } from './record-visit.ts';
import { truncateAddress, type AddressStorage, type KeptTrace } from './truncate-address.ts';

/** A visit with all derived facts: one row of the store. Unknown text is empty. */
export type Click = VisitRecord &
  Agent &
  Place &
  Referrer &
  Campaign &
  Entry &
  KeptTrace &
  IdentifiedVisitor & { readonly channel: Channel };

/** The visitor: 64 bits of a keyed hash; 0 means nobody. */
export type IdentifiedVisitor = { readonly visitorId: bigint };

/** The data that enrichment reads. All of it is fixed while a batch is enriched. */
export type Sources = {
  readonly describeAgent: DescribeAgent;
  readonly findPlace: FindPlace;
  readonly keyedHash: KeyedHash;
  readonly identity: Identity;
  readonly addressStorage: AddressStorage;
  /** The referring page; both fields are empty for a direct visit. */
  readonly readReferrer: (visit: RawVisit) => Referrer;
  readonly readCampaign: (visit: RawVisit) => Campaign;
  readonly readChannel: ReadChannel;
};

/**
 * Turns a raw visit into a click. A pure function of the visit and the sources: a repeated attempt
 * makes the same row. The fields are written out: spreading an object a step took a tenth of the
 * time.
 */
export function enrichVisit(visit: RawVisit, sources: Sources): Click {
  const { device, browser, os } = sources.describeAgent(visit.userAgent);
  const { country, city } = locate(visit, sources.findPlace);
  const { referrer, referrerUrl } = sources.readReferrer(visit);
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = sources.readCampaign(visit);
  const { ipAddress, userAgent } = truncateAddress(visit, sources.addressStorage);
  return {
    ...recordVisit(visit),
    device,
    browser,
    os,
    country,
    city,
    referrer,
    referrerUrl,
    utmSource,
    utmMedium,
    utmCampaign,
    utmTerm,
    utmContent,
    channel: sources.readChannel({ referrer, utmSource, utmMedium }),
    entry: readEntry(visit).entry,
    ipAddress,
    userAgent,
    visitorId: identifyVisitor(sources.keyedHash)(visit, sources.identity),
  };
}
