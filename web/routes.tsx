import { atom, useAtomValue } from 'jotai';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { LoadingScreen } from './components/loading-screen.tsx';
import { CrashPage } from './pages/crash.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { paths } from './paths.ts';
import { accountAtom } from './state/account.ts';

/** Every part of the design system in every state; there while one develops. */
const design: RouteObject[] = IS_DEVELOPMENT
  ? [{ path: paths.design, lazy: () => import('./pages/design.tsx') }]
  : [];

const subscribe: RouteObject = {
  path: paths.subscribe,
  lazy: () => import('./pages/subscribe.tsx'),
};

/** Mailed links work in any browser, whoever is signed in there. */
const mailed: RouteObject[] = [
  { path: paths.resetPassword, lazy: () => import('./pages/reset-password.tsx') },
  { path: paths.verify, lazy: () => import('./pages/verify.tsx') },
];

/** Whoever follows a short link may report it. */
const report: RouteObject = { path: paths.report, lazy: () => import('./pages/report.tsx') };

/** For those who are not signed in, or whose check failed. */
const outside: RouteObject[] = [
  {
    HydrateFallback: LoadingScreen,
    ErrorBoundary: CrashPage,
    children: [
      { path: paths.home, lazy: () => import('./pages/home.tsx') },
      { path: paths.login, lazy: () => import('./pages/login.tsx') },
      { path: paths.register, lazy: () => import('./pages/register.tsx') },
      { path: paths.forgotPassword, lazy: () => import('./pages/forgot-password.tsx') },
      { path: paths.payment, lazy: () => import('./pages/payment.tsx') },
      subscribe,
      report,
      { path: paths.support, lazy: () => import('./pages/support-outside.tsx') },
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
        lazy: () => import('./components/app-shell.tsx'),
        children: [
          { path: paths.home, lazy: () => import('./pages/dashboard.tsx') },
          { path: paths.dashboard, lazy: () => import('./pages/dashboard.tsx') },
          { path: paths.links, lazy: () => import('./pages/links.tsx') },
          { path: paths.analytics, lazy: () => import('./pages/analytics.tsx') },
          { path: paths.conversions, lazy: () => import('./pages/conversions.tsx') },
          { path: paths.tracking, lazy: () => import('./pages/tracking.tsx') },
          { path: paths.settings, lazy: () => import('./pages/settings.tsx') },
          { path: paths.support, lazy: () => import('./pages/support.tsx') },
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
