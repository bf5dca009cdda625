/** The hosts of a Postgres address, with their ports: `postgres://user:password@a:5432,b:5432/name`. */
export function databaseHosts(url: string): readonly string[] {
  const [, hosts = ''] = /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url) ?? [];
  return hosts.split(',');
}

/** The same address with its first host alone, which is a URL; null when it is not one. */
export function withFirstHost(url: string): URL | null {
  const hosts = databaseHosts(url);
  return URL.parse(url.replace(hosts.join(','), hosts[0] ?? ''));
}
