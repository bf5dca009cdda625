/** The imports of the signed-out screens, except those that signed-in people see too. */
export const home = () => import('./home.tsx');
export const login = () => import('#web/features/sign-in/login.tsx');
export const register = () => import('#web/features/sign-in/register.tsx');
export const payment = () => import('#web/features/billing/checkout/payment.tsx');
export const support = () => import('#web/features/support/signed-out-support.tsx');
