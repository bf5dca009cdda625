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
const outside: RouteObject[] = [
  {
    HydrateFallback: LoadingScreen,
    ErrorBoundary: CrashPage,
    children: [
      page(paths.home, () => import('./home.tsx')),
      page(paths.login, () => import('#web/features/sign-in/login.tsx')),
      page(paths.register, () => import('#web/features/sign-in/register.tsx')),
      page(paths.forgotPassword, () => import('#web/features/sign-in/forgot-password.tsx')),
      page(paths.payment, () => import('#web/features/billing/checkout/payment.tsx')),
      subscribe,
      report,
      page(paths.support, () => import('#web/features/support/support-outside.tsx')),
      ...privatePaths.map(afterLogin),
      ...mailed,
      ...design,
      { path: '*', Component: NotFoundPage },
    ],
  },
];

/** For those who are. */
const inside: RouteObject[] = [
  {
    HydrateFallback: LoadingScreen,
    ErrorBoundary: CrashPage,
    children: [
      {
        lazy: () => import('./shell/app-shell.tsx'),
        children: [
          page(paths.home, () => import('#web/features/dashboard/dashboard.tsx')),
          page(paths.dashboard, () => import('#web/features/dashboard/dashboard.tsx')),
          page(paths.links, () => import('#web/features/links/links-page.tsx')),
          page(paths.analytics, () => import('#web/features/analytics/analytics-page.tsx')),
          page(paths.conversions, () => import('#web/features/conversions/conversions-page.tsx')),
          page(paths.tracking, () => import('#web/features/tracking/tracking-page.tsx')),
          { path: paths.settings, Component: FirstSection },
          ...sections.map(({ path }) =>
            page(path, () => import('#web/features/account/settings-page.tsx')),
          ),
          // Where nothing can be bought there is no such section.
          { path: paths.billing, Component: FirstSection },
          page(paths.support, () => import('#web/features/support/support-page.tsx')),
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

  const router = createBrowserRouter(kind === 'in' ? inside : outside);
  signal.addEventListener('abort', () => router.dispose());
  return router;
});

/** One of the two route sets, as soon as it is known who is there. */
export function Screens() {
  const router = useAtomValue(routerAtom);
  return router ? <RouterProvider router={router} /> : <LoadingScreen />;
}
