import { atom, useAtomValue, useSetAtom } from 'jotai';
import { startTransition, useLayoutEffect, useState } from 'react';
import {
  createBrowserRouter,
  type DataRouter,
  type LoaderFunction,
  redirect,
  type RouteObject,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followRouterAtom } from './state/search-params.ts';
import { LoadingScreen } from './shell/loading-screen.tsx';
import { type LoadPage, PageNotLoaded } from './shell/page-not-loaded.tsx';
import { CrashPage } from './crash.tsx';
import { FirstSection, sections } from '#web/features/account/settings/sections.tsx';
import { NotFoundPage } from './not-found.tsx';
import { paths, privatePaths } from '#web/paths.ts';
import {
  memberScreens,
  openScreens,
  operatorScreens,
  sharedScreens,
  signInScreens,
  visitorScreens,
} from '#web/screens.ts';
import { type Account, accountAtom } from '#web/features/account/account.ts';

/**
 * A page whose file is loaded when the page is opened. A failed load is retried when the connection
 * is back.
 */
function page(path: string, load: LoadPage): RouteObject {
  const lazy = () => load().catch(() => ({ Component: () => <PageNotLoaded load={load} /> }));
  return { path, lazy, ErrorBoundary: CrashPage };
}

const signedInPages = () => import('./signed-in-pages.ts');
const signedOutPages = () => import('./signed-out-pages.ts');

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
  ? [page(paths.design, () => import('./design.tsx'))]
  : [];

/** One loader for each screen of a list. */
type Pages<Screens> = { readonly [Name in keyof Screens]: LoadPage };

const shellPages: Pages<typeof memberScreens & typeof operatorScreens & typeof sharedScreens> = {
  home: async () => ({ Component: (await signedInPages()).Dashboard }),
  dashboard: async () => ({ Component: (await signedInPages()).Dashboard }),
  links: async () => (await signedInPages()).links(),
  importLinks: async () => (await signedInPages()).importLinks(),
  analytics: async () => (await signedInPages()).analytics(),
  link: async () => (await signedInPages()).link(),
  linkEditor: async () => (await signedInPages()).linkEditor(),
  qrSheet: async () => (await signedInPages()).qrSheet(),
  conversions: async () => (await signedInPages()).conversions(),
  tracking: async () => (await signedInPages()).tracking(),
  sql: async () => (await signedInPages()).sql(),
  operator: async () => (await signedInPages()).operator(),
  support: async () => (await signedInPages()).support(),
};

const outsidePages: Pages<typeof sharedScreens & typeof signInScreens & typeof visitorScreens> = {
  home: async () => (await signedOutPages()).home(),
  login: async () => (await signedOutPages()).login(),
  register: async () => (await signedOutPages()).register(),
  payment: async () => (await signedOutPages()).payment(),
  support: async () => (await signedOutPages()).support(),
};

const openPages: Pages<typeof openScreens> = {
  subscribe: () => import('#web/features/billing/checkout/subscribe.tsx'),
  report: () => import('#web/features/support/report.tsx'),
  forgotPassword: () => import('#web/features/sign-in/forgot-password.tsx'),
  resetPassword: () => import('#web/features/sign-in/reset-password.tsx'),
  verify: () => import('#web/features/sign-in/verify.tsx'),
  publicPage: () => import('#web/features/public-page/public-page.tsx'),
};

function routesOf<Name extends string>(
  screens: Readonly<Record<Name, string>>,
  pages: Readonly<Record<Name, LoadPage>>,
): RouteObject[] {
  const routes: RouteObject[] = [];
  for (const name in screens) routes.push(page(screens[name], pages[name]));
  return routes;
}

const open = routesOf(openScreens, openPages);

/** Routes for signed-out people. */
const outsideRoutes: RouteObject[] = [
  {
    HydrateFallback: LoadingScreen,
    ErrorBoundary: CrashPage,
    children: [
      ...routesOf({ ...sharedScreens, ...signInScreens, ...visitorScreens }, outsidePages),
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
    HydrateFallback: LoadingScreen,
    ErrorBoundary: CrashPage,
    children: [
      {
        lazy: async () => ({ Component: (await signedInPages()).Shell }),
        children: [
          ...routesOf({ ...sharedScreens, ...memberScreens, ...operatorScreens }, shellPages),
          { path: paths.settings, Component: FirstSection },
          ...sections.map(({ path }) => page(path, async () => (await signedInPages()).settings())),
          // Without payments there is no billing section.
          { path: paths.billing, Component: FirstSection },
          { path: '*', Component: NotFoundPage },
        ],
      },
      ...Object.values(signInScreens).map((path) => ({ path, loader: () => redirect(paths.home) })),
      ...open,
      ...design,
    ],
  },
];

type Shown = { readonly kind: Account['kind']; readonly router: DataRouter };

const kindAtom = atom((get) => get(accountAtom).kind);

/**
 * Shows the signed-in or the signed-out routes once the account is known. A router reads the
 * address when it is created, so each change of account state creates a new router. The old
 * router's screens are never shown in the new state.
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
