/** One server-sent event. */
export type ServerEvent = { readonly kind: string; readonly data: string };

/** Reads server-sent events like a browser, one at a time; null at the end. */
export function eventReader(response: Response) {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = '';

  return {
    async next(): Promise<ServerEvent | null> {
      for (;;) {
        const [found, event = '', data = ''] = /event: (.*)\ndata: (.*)\n\n/.exec(text) ?? [];
        if (found !== undefined) {
          text = text.slice(text.indexOf(found) + found.length);
          return { kind: event, data };
        }
        const { done, value } = await reader.read();
        if (done) return null;
        text += decoder.decode(value, { stream: true });
      }
    },
    cancel: () => reader.cancel(),
  };
}
