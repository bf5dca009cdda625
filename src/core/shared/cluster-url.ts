/** A ClickHouse cluster: its name in the servers' configuration, and Waypost's database there. */
export type Cluster = { readonly name: string; readonly database: string };

/** A parameter of addresses that only Waypost uses; it is never sent to a server. */
const parameter = 'waypost_cluster';

/** The address of a server, with the cluster that it belongs to. */
export function onCluster(url: string, cluster: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set(parameter, cluster);
  return parsed.href;
}

/** The address without the cluster, and the cluster; null for a single server. */
export function clusterOf(url: string): { readonly url: string; readonly cluster: Cluster | null } {
  const parsed = new URL(url);
  const name = parsed.searchParams.get(parameter);
  if (name === null) return { url, cluster: null };
  parsed.searchParams.delete(parameter);
  const database = decodeURIComponent(parsed.pathname.slice(1)) || 'default';
  return { url: parsed.href, cluster: { name, database } };
}
