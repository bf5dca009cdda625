import { atom, useAtomValue, useSetAtom } from 'jotai';
import { startTransition, useLayoutEffect, useState } from 'react';
import {
  createBrowserRouter,
  type DataRouter,
  type LoaderFunction,
  Outlet,
  redirect,
  type RouteObject,
  useRouteError,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { pages as openPages } from 'pages:anyone';
import { followRouterAtom } from './state/search-params.ts';
import { LoadingScreen } from './shell/loading-screen.tsx';
import { type LoadPage, PageNotLoaded } from './shell/page-not-loaded.tsx';
import { usePageTitle, useScreenTitles } from '#web/features/page/use-page-title.ts';
import { NotFoundPage } from '#web/features/page/not-found.tsx';
import { paths, privatePaths } from '#web/paths.ts';
import { type Screen, screensFor } from '#web/screens.ts';
import { type Account, accountAtom } from './state/account.ts';
import { FullPage } from '#web/ui/full-page.tsx';
import { Button } from '#web/ui/button.tsx';

type Pages = Readonly<Record<string, LoadPage>>;

const signedInPages = () => import('./signed-in-pages.ts');
const signedOutPages = () => import('./signed-out-pages.ts');

/**
 * The routes of screens. A page's file is loaded when the page is opened. A failed load is retried
 * when the connection is back.
 */
function routesOf(
  screens: readonly (readonly [name: string, Pick<Screen, 'path'>])[],
  loadPages: () => Promise<Pages>,
): RouteObject[] {
  return screens.map(([name, { path }]) => {
    const load: LoadPage = async () => {
      const page = (await loadPages())[name];
      if (!page) throw new Error(`The screen ${name} has no page`);
      return page();
    };
    const lazy = () => load().catch(() => ({ Component: () => <PageNotLoaded load={load} /> }));
    return { id: name, path, lazy, ErrorBoundary: CrashPage };
  });
}

/** Redirects to the login, which then returns to this screen and its query. */
function afterLogin(path: string): RouteObject {
  const loader: LoaderFunction = ({ request }) => {
    const { pathname, search } = new URL(request.url);
    return redirect(paths.loginTo(pathname + search));
  };
  return { path, loader };
}

/** The design system's page, in development only. */
const design: RouteObject[] = IS_DEVELOPMENT
  ? routesOf([['design', { path: paths.design }]], async () => ({
      design: () => import('./design.tsx'),
    }))
  : [];

const open = routesOf(screensFor('anyone'), async () => openPages);

/** What all routes share. */
const root = { HydrateFallback: LoadingScreen, ErrorBoundary: CrashPage, Component: Titled };

/** The current screen, with its title in the browser's tab. */
function Titled() {
  useScreenTitles();
  return <Outlet />;
}

/** Routes for signed-out people. */
const outsideRoutes: RouteObject[] = [
  {
    ...root,
    children: [
      ...routesOf(
        screensFor('all', 'newcomers', 'visitors'),
        async () => (await signedOutPages()).pages,
      ),
      ...privatePaths.map(afterLogin),
      ...open,
      ...design,
      { path: '*', Component: NotFoundPage },
    ],
  },
];

/** Routes for signed-in people. */
const insideRoutes: RouteObject[] = [
  {
    ...root,
    children: [
      {
        lazy: async () => ({ Component: (await signedInPages()).Shell }),
        children: [
          ...routesOf(
            screensFor('members', 'operators', 'all'),
            async () => (await signedInPages()).pages,
          ),
          { path: '*', Component: NotFoundPage },
        ],
      },
      ...screensFor('newcomers').map(([, { path }]) => ({
        path,
        loader: () => redirect(paths.home),
      })),
      ...open,
      ...design,
    ],
  },
];

type Shown = { readonly kind: Account['kind']; readonly router: DataRouter };

const kindAtom = atom((get) => get(accountAtom).kind);

/**
 * Shows the signed-in or the signed-out routes once the account is known. A router reads the
 * address when it is created, so signing in and signing out create a new router. The old router's
 * screens are never shown in the new state.
 */
export function Screens() {
  const kind = useAtomValue(kindAtom);
  const follow = useSetAtom(followRouterAtom);
  const [shown, setShown] = useState<Shown | null>(null);
  useLayoutEffect(() => {
    if (kind === 'loading') return undefined;
    const router = createBrowserRouter(kind === 'in' ? insideRoutes : outsideRoutes);
    const leave = follow(router);
    startTransition(() => setShown({ kind, router }));
    return () => {
      leave();
      router.dispose();
    };
  }, [kind, follow]);
  return shown?.kind === kind ? (
    <RouterProvider key={kind} router={shown.router} />
  ) : (
    <LoadingScreen />
  );
}

/** Replaces a page whose code has thrown an error. */
function CrashPage() {
  const error = useRouteError();
  usePageTitle('Something went wrong');
  return (
    <FullPage
      sign=":("
      title="Something went wrong"
      isInShell={useAtomValue(accountAtom).kind === 'in'}
      text={`This page could not be displayed (${error instanceof Error ? error.name : 'unknown'}). Your links keep working.`}
    >
      <Button look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </FullPage>
  );
}
