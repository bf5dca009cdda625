/** A program that calls the API with a key alone. */
export function programOf(url: string, key: string) {
  const ask = (method: string, path: string, body?: unknown, type = 'application/json') =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
  /** The answer's JSON. @throws when its status is another one */
  const answered = async (status: number, ...call: Parameters<typeof ask>) => {
    const answer = await ask(...call);
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${call.join(' ')}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  return { ask, answered };
}
