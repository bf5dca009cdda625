import type { AppLinks } from '#contract/app-links';

/** A proven domain, as a visit needs it. */
export type ServedDomain = {
  /** The namespace of its names. */
  readonly number: number;
  readonly userId: string;
  /** In ASCII, lower case, without a final dot. */
  readonly host: string;
  /** Whether the last check found that its DNS records lead to this instance. */
  readonly isPointed: boolean;
  /** The destination of `/`; null: a page that says that there is no link. */
  readonly rootUrl: string | null;
  /** The destination of names without a link; null: the usual page. */
  readonly unknownUrl: string | null;
  /** The apps that open its links. */
  readonly appLinks: AppLinks;
};

/** The proven domains of all accounts, in memory. */
export type ServedDomains = {
  /**
   * The domain with this host, which is spelled as in a URL, without a port; undefined when no
   * account has proven it.
   */
  at(host: string): ServedDomain | undefined;
  put(domain: ServedDomain): void;
  /** An unknown number is no error. */
  remove(number: number): void;
  /** Increases with each change. A read that began before a change is outdated. */
  generation(): number;
  /** Replaces all domains by these. */
  replace(domains: readonly ServedDomain[]): void;
  all(): readonly ServedDomain[];
  /** Calls the function after each change from now on. */
  watch(notify: () => void): void;
};

export function servedDomains(): ServedDomains {
  let byHost = new Map<string, ServedDomain>();
  let generation = 0;
  const watchers: (() => void)[] = [];

  const changeTo = (domains: Iterable<ServedDomain>): void => {
    byHost = new Map(Array.from(domains, (domain) => [domain.host, domain]));
    generation += 1;
    for (const notify of watchers) notify();
  };
  const others = (number: number): ServedDomain[] =>
    [...byHost.values()].filter((domain) => domain.number !== number);

  return {
    at: (host) => byHost.get(host),
    put: (domain) => changeTo([...others(domain.number), domain]),
    remove: (number) => changeTo(others(number)),
    generation: () => generation,
    replace: (domains) => changeTo(domains),
    all: () => [...byHost.values()],
    watch: (notify) => void watchers.push(notify),
  };
}
