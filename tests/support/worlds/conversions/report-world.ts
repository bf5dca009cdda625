import type { ConversionReport } from '#contract/conversions/programs';
import type { Certainty, LinkNaming } from '#core/conversions/ports';
import type { NamedClick, RawConversion } from '#core/conversions/conversion';
import { reportConversion } from '#core/conversions/reports/report-conversion';
import type { NewLinkInput } from '#core/links/new-link';
import type { Link } from '#core/links/link';
import { linkWorld, owner } from '#tests/support/worlds/links/link-world';

/** A click id in the format of this world, without a signature. */
export function clickIdOf(linkNumber: number, click: NamedClick): string {
  return JSON.stringify({ linkNumber, ...click });
}

/** Reporting conversions over memory, with what was recorded, and its durability. */
export function reportWorld(world = linkWorld()) {
  const recorded: { conversion: RawConversion; certainty: Certainty }[] = [];
  const disk: { wait: Promise<void> } = { wait: Promise.resolve() };
  const links: Link[] = [];

  const ports = {
    links: {
      find: world.ports.links.find,
      findNamed: async (userId: string, naming: LinkNaming) =>
        links.find((link) => {
          if (link.userId !== userId) return false;
          if (naming.by === 'id') return link.id === naming.id;
          if (naming.by === 'number') return link.number === naming.number;
          return [link.shortCode, link.customAlias?.toLowerCase()].some(
            (name, n) => name === (n === 0 ? naming.name : naming.name.toLowerCase()),
          );
        }) ?? null,
    },
    clickIds: { read: (text: string) => (text.startsWith('{') ? JSON.parse(text) : null) },
    spool: {
      async record(conversion: RawConversion, certainty: Certainty) {
        recorded.push({ conversion, certainty });
        await disk.wait;
      },
    },
    newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs),
    clock: { now: () => world.time.nowMs },
  };

  return {
    time: world.time,
    recorded,
    disk,
    ports,
    /** As a program does; returns the id. */
    async reportConversion(userId: string, report: ConversionReport) {
      const id = ports.newId(world.time.nowMs);
      const how = { source: 'api', certainty: 'synced' } as const;
      await reportConversion(ports, userId, { report, id, ...how });
      return id;
    },
    /** A link of a new person, or of `userId`. */
    async someLink(wish: Partial<NewLinkInput>, userId = owner().id) {
      const { link } = await world.createLink(owner({ id: userId }), {
        originalUrl: 'https://example.com',
        ...wish,
      });
      links.push(link);
      return { owner: userId, link };
    },
  };
}
