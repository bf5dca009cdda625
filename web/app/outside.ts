/** The files of the screens before a person is signed in, apart from those that both may see. */
export const home = () => import('./home.tsx');
export const login = () => import('#web/features/sign-in/login.tsx');
export const register = () => import('#web/features/sign-in/register.tsx');
export const forgotPassword = () => import('#web/features/sign-in/forgot-password.tsx');
export const payment = () => import('#web/features/billing/checkout/payment.tsx');
export const support = () => import('#web/features/support/support-outside.tsx');
