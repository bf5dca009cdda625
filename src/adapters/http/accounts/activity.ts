import { Elysia } from 'elysia';
import type { Activity, recentActivity } from '#core/accounts/audit';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type ActivityRoutesPorts = {
  readonly session: SignedInPorts;
  readonly recentActivity: ReturnType<typeof recentActivity>;
};

/** One line of what happened to an account. `at` is ISO 8601 in UTC. */
export type ActivityJson = Omit<Activity, 'at'> & { readonly at: string };

/** What happened to a person's account lately. */
export function activityRoutes({ session, recentActivity: recent }: ActivityRoutesPorts) {
  return new Elysia({ name: 'activity' })
    .use(signedIn(session))
    .get('/api/activity', async ({ user }) => (await recent(user.id)).map(activityJson));
}

function activityJson({ at, ...activity }: Activity): ActivityJson {
  return { ...activity, at: at.toISOString() };
}
