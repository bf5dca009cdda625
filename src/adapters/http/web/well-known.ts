import { Elysia } from 'elysia';
import { dayMs, type Clock } from '#core/shared/time';

export type WellKnownPorts = {
  readonly appUrl: string;
  /** Null: security reports use the support page. */
  readonly supportEmail: string | null;
  readonly clock: Clock;
};

/** How long the contact is declared valid (RFC 9116 recommends less than a year). */
const believedMs = 180 * dayMs;

/** The well-known paths that programs request from every site. */
export function wellKnownRoutes({ appUrl, supportEmail, clock }: WellKnownPorts) {
  const contact = supportEmail === null ? `${appUrl}/support` : `mailto:${supportEmail}`;

  return (
    new Elysia({ name: 'well-known' })
      // RFC 9116.
      .get('/.well-known/security.txt', ({ set }) => {
        set.headers['content-type'] = 'text/plain; charset=utf-8';
        const dayStartMs = Math.floor((clock.now() + believedMs) / dayMs) * dayMs;
        return [
          `Contact: ${contact}`,
          `Expires: ${new Date(dayStartMs).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${appUrl}/.well-known/security.txt`,
          '',
        ].join('\n');
      })
      // https://www.w3.org/TR/gpc/: this instance respects the signal on every short link.
      .get('/.well-known/gpc.json', () => ({ gpc: true, lastUpdate: '2026-11-21' }))
  );
}
