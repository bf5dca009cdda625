/** Where short links live, with its slash, as people see it in front of an alias: `wp.st/`. */
export const shortHost = `${host()}/`;

function host(): string {
  const origin = document.querySelector<HTMLMetaElement>('meta[name="short-origin"]')?.content;
  return URL.parse(origin ?? '')?.host ?? window.location.host;
}
