/** The port that an embedded engine logs when it has started. Rejects if its log ends before. */
export async function enginePort(stream: ReadableStream<Uint8Array>): Promise<number> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true });
    const port = /"port":(\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`The engine did not start: ${text}`);
}
