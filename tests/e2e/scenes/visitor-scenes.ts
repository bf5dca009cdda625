import type { Page } from '@playwright/test';
import { beginPayment } from '#tests/e2e/paying/paying-scenes';
import type { Scene } from './scenes.ts';

/** As if both providers were configured. */
const withProviders = async (page: Page) => {
  // The service worker answers for the document, so it is changed as it arrives.
  await page.addInitScript(() =>
    new MutationObserver(() =>
      document
        .querySelector('meta[name="sign-in-with"]')
        ?.setAttribute('content', 'google facebook'),
    ).observe(document, { childList: true, subtree: true }),
  );
  await page.reload();
  await page.getByRole('link', { name: 'Continue with Google' }).waitFor();
};

/** For a visitor without a session. */
export const visitorScenes: readonly Scene[] = [
  { name: 'landing', path: '/' },
  {
    name: 'landing-menu',
    path: '/',
    isWindow: true,
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
    },
  },
  { name: 'login', path: '/login', isWindow: true },
  {
    name: 'login-refused',
    path: '/login',
    isWindow: true,
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@waypost.example');
      await page.getByLabel('Password', { exact: true }).fill('not a pass phrase');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Login Failed', { exact: true }).waitFor();
    },
  },
  { name: 'register', path: '/register', isWindow: true },
  { name: 'login-providers', path: '/login', isWindow: true, act: withProviders },
  { name: 'register-providers', path: '/register', isWindow: true, act: withProviders },
  { name: 'privacy', path: '/privacy' },
  { name: 'preview', path: '/autumn+', isWindow: true },
  { name: 'blocked', path: '/photo', isWindow: true },
  {
    name: 'register-invalid',
    path: '/register',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'Start Free Trial' }).click(),
  },
  { name: 'buy', path: '/payment' },
  { name: 'buy-card', path: '/payment', act: beginPayment },
  { name: 'subscribe-out', path: '/subscribe', isWindow: true },
  { name: 'support-visitor', path: '/support', isWindow: true },
  {
    name: 'support-missing',
    path: '/support',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'Send Message' }).click(),
  },
  { name: 'report', path: '/report?url=https%3A%2F%2Fgo.example%2FAb3dEfG', isWindow: true },
  { name: 'verify', path: '/verify?token=x', isWindow: true },
  { name: 'forgot-password', path: '/forgot-password', isWindow: true },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    isWindow: true,
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@waypost.example');
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await page.getByText('Check Your Email', { exact: true }).waitFor();
    },
  },
  { name: 'reset-password', path: '/reset-password?token=x', isWindow: true },
  { name: 'not-found', path: '/deep/nowhere', isWindow: true },
  { name: 'unknown-link', path: '/nobody-has-this', isWindow: true },
];
