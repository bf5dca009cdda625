/** What the document of a request without a session says, as far as tests need it. */
const page = {
  document: {
    querySelector: (selector: string) =>
      selector === 'meta[name="session"]' ? { content: 'none' } : null,
  },
  window: { location: { origin: 'https://waypost.test', host: 'waypost.test' } },
};

/** Loads a file of the web app that reads the page's document when it is loaded. */
export async function inPage<T>(load: () => Promise<T>): Promise<T> {
  Object.assign(globalThis, page);
  try {
    return await load();
  } finally {
    for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  }
}
