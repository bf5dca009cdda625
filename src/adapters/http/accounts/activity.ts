import { Elysia } from 'elysia';
import type { Activity, recentActivity } from '#core/accounts/audit';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type ActivityRoutesPorts = {
  readonly session: SignedInPorts;
  readonly recentActivity: ReturnType<typeof recentActivity>;
};

/** One event in the history of an account. `at` is ISO 8601 in UTC. */
export type ActivityJson = Omit<Activity, 'at'> & { readonly at: string };

/** The recent history of a person's account. */
export function activityRoutes({ session, recentActivity: recent }: ActivityRoutesPorts) {
  return new Elysia({ name: 'activity' })
    .use(signedIn(session))
    .get('/api/activity', async ({ user }) => (await recent(user.id)).map(activityJson));
}

function activityJson({ at, ...activity }: Activity): ActivityJson {
  return { ...activity, at: at.toISOString() };
}
