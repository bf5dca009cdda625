import { useAtomValue } from 'jotai';
import { providerNames } from '#web/app/instance.ts';
import { signInWaysQuery } from './sign-in-ways.ts';

/** What opens the account; a password, as long as nothing else is known. */
export function useSignInWays() {
  const { data } = useAtomValue(signInWaysQuery);
  const providers = data?.providers ?? [];
  return {
    hasPassword: data?.hasPassword ?? true,
    providers,
    /** As people write them: `Google or Facebook`. */
    providerNames: providers.map((provider) => providerNames[provider]).join(' or '),
  };
}
