import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useLayoutEffect, useState } from 'react';
import {
  createBrowserRouter,
  type DataRouter,
  type LoaderFunction,
  redirect,
  type RouteObject,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followRouterAtom } from './state/address.ts';
import { LoadingScreen } from './shell/loading-screen.tsx';
import { type LoadPage, PageNotLoaded } from './shell/page-not-loaded.tsx';
import { CrashPage } from './crash.tsx';
import { FirstSection, sections } from '#web/features/account/settings/sections.tsx';
import { NotFoundPage } from './not-found.tsx';
import { paths, privatePaths } from '#web/paths.ts';
import {
  memberScreens,
  openScreens,
  sharedScreens,
  signInScreens,
  visitorScreens,
} from '#web/screens.ts';
import { type Account, accountAtom } from '#web/features/account/account.ts';

/** A page whose file is loaded when it is opened, and again when the connection is back. */
function page(path: string, load: LoadPage): RouteObject {
  const lazy = () => load().catch(() => ({ Component: () => <PageNotLoaded load={load} /> }));
  return { path, lazy, ErrorBoundary: CrashPage };
}

const inside = () => import('./inside.ts');
const outside = () => import('./outside.ts');

/** Signs a visitor in first, and then leads to the screen with its query. */
function afterLogin(path: string): RouteObject {
  const loader: LoaderFunction = ({ request }) => {
    const { pathname, search } = new URL(request.url);
    return redirect(paths.loginTo(pathname + search));
  };
  return { path, loader };
}

/** Every part of the design system in every state; there while one develops. */
const design: RouteObject[] = IS_DEVELOPMENT
  ? [page(paths.design, () => import('./design.tsx'))]
  : [];

/** One loader for each screen of a part of the list. */
type Pages<Screens> = { readonly [Name in keyof Screens]: LoadPage };

const shellPages: Pages<typeof memberScreens & typeof sharedScreens> = {
  home: async () => ({ Component: (await inside()).Dashboard }),
  dashboard: async () => ({ Component: (await inside()).Dashboard }),
  links: async () => ({ Component: (await inside()).Links }),
  analytics: async () => (await inside()).analytics(),
  conversions: async () => (await inside()).conversions(),
  tracking: async () => (await inside()).tracking(),
  support: async () => (await inside()).support(),
};

const outsidePages: Pages<typeof sharedScreens & typeof signInScreens & typeof visitorScreens> = {
  home: async () => (await outside()).home(),
  login: async () => (await outside()).login(),
  register: async () => (await outside()).register(),
  forgotPassword: async () => (await outside()).forgotPassword(),
  payment: async () => (await outside()).payment(),
  support: async () => (await outside()).support(),
};

const openPages: Pages<typeof openScreens> = {
  subscribe: () => import('#web/features/billing/checkout/subscribe.tsx'),
  report: () => import('#web/features/support/report.tsx'),
  resetPassword: () => import('#web/features/sign-in/reset-password.tsx'),
  verify: () => import('#web/features/sign-in/verify.tsx'),
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

/** For those who are not signed in, or whose check failed. */
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

/** For those who are. */
const insideRoutes: RouteObject[] = [
  {
    HydrateFallback: LoadingScreen,
    ErrorBoundary: CrashPage,
    children: [
      {
        lazy: async () => ({ Component: (await inside()).Shell }),
        children: [
          ...routesOf({ ...sharedScreens, ...memberScreens }, shellPages),
          { path: paths.settings, Component: FirstSection },
          ...sections.map(({ path }) => page(path, async () => (await inside()).settings())),
          // Where nothing can be bought there is no such section.
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
 * One of the two route sets, as soon as it is known who is there. Its router is made anew when that
 * changes, since a router reads the address at that moment; it never shows to one what is another's.
 */
export function Screens() {
  const kind = useAtomValue(kindAtom);
  const follow = useSetAtom(followRouterAtom);
  const [shown, setShown] = useState<Shown | null>(null);
  useLayoutEffect(() => {
    if (kind === 'loading') return undefined;
    const router = createBrowserRouter(kind === 'in' ? insideRoutes : outsideRoutes);
    const leave = follow(router);
    setShown({ kind, router });
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
