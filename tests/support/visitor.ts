/** User agents of a browser and a phone. */
export const agents = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
} as const;

/** Requests a short link without following the redirect. A desktop browser by default. */
export function visit(
  address: string,
  more: {
    method?: 'GET' | 'HEAD';
    headers?: Record<string, string>;
    signal?: AbortSignal;
  } = {},
): Promise<Response> {
  return fetch(address, {
    method: more.method ?? 'GET',
    redirect: 'manual',
    ...(more.signal && { signal: more.signal }),
    headers: { 'user-agent': agents.desktop, ...more.headers },
  });
}

/** Runs `count` tasks, at most `parallel` at a time, and returns their results in order. */
export async function inParallel<T>(
  { count, parallel }: { count: number; parallel: number },
  task: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await task(index);
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return results;
}
