/** The host of the application in documents. */
export const documentedHost = 'https://waypost.example';

/** A call as a document shows it. */
export type CurlCommand = {
  readonly text: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The name of a file whose bytes are the body. */
  readonly file: string | undefined;
};

/** The calls of the application in a document's blocks of `sh`. */
export function curlCommands(markdown: string): readonly CurlCommand[] {
  return [...markdown.matchAll(/^```sh\n(curl .*?)^```/gms)].map(([, text = '']) => read(text));
}

function read(text: string): CurlCommand {
  const words = [...text.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
  const url = words.find((word) => word.startsWith(documentedHost));
  if (url === undefined) throw new Error(`No address of ${documentedHost}: ${text}`);
  const after = (option: string) =>
    words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ''] : []));
  const [json] = after('--json');
  const [file] = after('--data-binary');
  const given = after('-H').map((line) => [
    line.split(': ', 1)[0] ?? '',
    line.replace(/^[^:]*: /, ''),
  ]);
  return {
    text,
    method: after('-X')[0] ?? ((json ?? file) === undefined ? 'GET' : 'POST'),
    path: url.slice(documentedHost.length),
    headers: {
      ...Object.fromEntries(given),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: json,
    file: file?.replace('@', ''),
  };
}
