import { atom, useAtomValue } from 'jotai';
import { createBrowserRouter, type LoaderFunction, redirect, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { LoadingScreen } from './shell/loading-screen.tsx';
import { type LoadPage, PageNotLoaded } from './shell/page-not-loaded.tsx';
import { CrashPage } from './crash.tsx';
import { FirstSection, sections } from '#web/features/account/settings/sections.tsx';
import { NotFoundPage } from './not-found.tsx';
import { paths, privatePaths } from '#web/paths.ts';
import { accountAtom } from '#web/features/account/account.ts';

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

const subscribe = page(
  paths.subscribe,
  () => import('#web/features/billing/checkout/subscribe.tsx'),
);

/** Mailed links work in any browser, whoever is signed in there. */
const mailed: RouteObject[] = [
  page(paths.resetPassword, () => import('#web/features/sign-in/reset-password.tsx')),
  page(paths.verify, () => import('#web/features/sign-in/verify.tsx')),
];

/** Whoever follows a short link may report it. */
const report: RouteObject = page(paths.report, () => import('#web/features/support/report.tsx'));

/** For those who are not signed in, or whose check failed. */
const outsideRoutes: RouteObject[] = [
  {
    HydrateFallback: LoadingScreen,
    ErrorBoundary: CrashPage,
    children: [
      page(paths.home, async () => (await outside()).home()),
      page(paths.login, async () => (await outside()).login()),
      page(paths.register, async () => (await outside()).register()),
      page(paths.forgotPassword, async () => (await outside()).forgotPassword()),
      page(paths.payment, async () => (await outside()).payment()),
      subscribe,
      report,
      page(paths.support, async () => (await outside()).support()),
      ...privatePaths.map(afterLogin),
      ...mailed,
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
          page(paths.home, async () => ({ Component: (await inside()).Dashboard })),
          page(paths.dashboard, async () => ({ Component: (await inside()).Dashboard })),
          page(paths.links, async () => ({ Component: (await inside()).Links })),
          page(paths.analytics, async () => (await inside()).analytics()),
          page(paths.conversions, async () => (await inside()).conversions()),
          page(paths.tracking, async () => (await inside()).tracking()),
          { path: paths.settings, Component: FirstSection },
          ...sections.map(({ path }) => page(path, async () => (await inside()).settings())),
          // Where nothing can be bought there is no such section.
          { path: paths.billing, Component: FirstSection },
          page(paths.support, async () => (await inside()).support()),
          { path: '*', Component: NotFoundPage },
        ],
      },
      { path: paths.login, loader: () => redirect(paths.home) },
      { path: paths.register, loader: () => redirect(paths.home) },
      { path: paths.forgotPassword, loader: () => redirect(paths.home) },
      subscribe,
      ...mailed,
      report,
      ...design,
    ],
  },
];

const kindAtom = atom((get) => get(accountAtom).kind);

/** Made anew when its set changes hands: a router reads the address at that moment. */
const routerAtom = atom((get, { signal }) => {
  const kind = get(kindAtom);
  if (kind === 'loading') return null;

  const router = createBrowserRouter(kind === 'in' ? insideRoutes : outsideRoutes);
  signal.addEventListener('abort', () => router.dispose());
  return router;
});

/** One of the two route sets, as soon as it is known who is there. */
export function Screens() {
  const router = useAtomValue(routerAtom);
  return router ? <RouterProvider router={router} /> : <LoadingScreen />;
}
