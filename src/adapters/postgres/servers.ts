import { databaseHosts } from '#core/shared/database-url';

const usualPort = '5432';

/**
 * The driver's settings for the servers of an address. With several hosts it tries each in turn and
 * uses the one that is not a standby (`primary`; the driver's `read-write` also accepts a standby).
 * The driver cuts an IPv6 address at its first colon, so such hosts are passed as options.
 */
export function serversOf(url: string): { readonly target_session_attrs?: 'primary' } {
  const hosts = databaseHosts(url);
  const isAsked = /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url);
  return {
    ...(hosts.some((host) => host.startsWith('[')) && hostsAndPorts(hosts)),
    ...((isAsked || hosts.length > 1) && { target_session_attrs: 'primary' }),
  };
}

/** Lists of hosts and ports, which the driver accepts and its types do not declare. */
function hostsAndPorts(hosts: readonly string[]): object {
  const parts = hosts.map((text) => /^\[?(.*?)\]?(?::(\d+))?$/.exec(text) ?? []);
  return {
    host: parts.map(([, host = '']) => host),
    port: parts.map(([, , port = usualPort]) => Number(port)),
  };
}
