import { QueryClient } from '@tanstack/query-core';

const fiveMinutes = 5 * 60_000;

/** The one cache of server answers: five minutes fresh, five minutes kept, asked once. */
export const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: fiveMinutes,
      gcTime: fiveMinutes,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      networkMode: 'always',
      notifyOnChangeProps: ['data', 'error', 'status'],
    },
  },
});
