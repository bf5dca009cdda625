/** The hosts of a Postgres address, with their ports: `postgres://user:password@a:5432,b:5432/name`. */
export function databaseHosts(url: string): readonly string[] {
  const [, hosts = ''] = /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url) ?? [];
  return hosts.split(',');
}

/**
 * A Postgres address reduced to its first host, so that it can be parsed as a URL; null when that
 * is not possible.
 */
export function withFirstHost(url: string): URL | null {
  const hosts = databaseHosts(url);
  return URL.parse(url.replace(hosts.join(','), hosts[0] ?? ''));
}
