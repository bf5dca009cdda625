import { databaseHosts } from '#core/shared/database-url';

/**
 * The driver's setting for an address of several hosts: it tries them in turn, and stays with the
 * one that is no standby. The driver has `read-write` too, but takes a standby for one.
 */
export function primaryOf(url: string): { readonly target_session_attrs?: 'primary' } {
  const isAsked = /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url);
  return isAsked || databaseHosts(url).length > 1 ? { target_session_attrs: 'primary' } : {};
}
