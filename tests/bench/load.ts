// The load generator, in its own process: keep-alive connections that visit the links of
// `redirect-links.ts`. `load.ts <port> <seconds> <perSecond>`; 0 per second: as many as possible.
import { codeOf, linkCount } from './redirect-links.ts';

/** The result of a run; latencies in milliseconds from the time at which a visit was due. */
export type LoadResult = {
  readonly answers: number;
  readonly failures: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

type Connection = { write(request: Uint8Array): void; dueAt: number };

const [port, seconds, perSecond] = Bun.argv.slice(2).map(Number);
if (port === undefined || seconds === undefined || perSecond === undefined) {
  throw new Error('Which port, how long, how many per second?');
}
const connectionCount = perSecond === 0 ? 64 : 256;
const requests = Array.from({ length: linkCount }, (_, n) => requestFor(n));
const latencies: number[] = [];
const idle: Connection[] = [];
let [answers, failures, sent] = [0, 0, 0];
let isOver = false;

for (let n = 0; n < connectionCount; n += 1) idle.push(await connect(port));
const startedAt = performance.now();
if (perSecond === 0) for (const connection of idle.splice(0)) visit(connection, performance.now());
else pace(perSecond, startedAt);
await Bun.sleep(seconds * 1000);
isOver = true;
const lasted = (performance.now() - startedAt) / 1000;
latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
const result: LoadResult = {
  answers,
  failures,
  seconds: lasted,
  p50: at(0.5),
  p99: at(0.99),
  max: at(1),
};
process.stdout.write(JSON.stringify(result));
process.exit(0);

/** The request of a browser that follows a link in a newsletter. */
function requestFor(n: number): Uint8Array {
  const version = 100 + (n % 40);
  return new TextEncoder().encode(
    [
      `GET /${codeOf(n)}?utm_source=letter HTTP/1.1`,
      'Host: localhost:3000',
      `User-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
      'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'Accept-Language: en-GB,en;q=0.9',
      'Accept-Encoding: gzip, deflate, br',
      'Referer: https://news.example/',
      'Sec-Fetch-Mode: navigate',
      'Sec-Fetch-Site: cross-site',
      '\r\n',
    ].join('\r\n'),
  );
}

async function connect(toPort: number): Promise<Connection> {
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: toPort,
    socket: {
      data(_, bytes) {
        // "HTTP/1.1 302": the status begins at byte 9; a response without a body ends with an empty
        // line.
        const isRedirect = bytes.toString('latin1', 9, 12) === '302' && bytes.at(-1) === 0x0a;
        answered(connection, isRedirect);
      },
      close: () => void (failures += isOver ? 0 : 1),
      error: () => void (failures += 1),
    },
  });
  const connection: Connection = { write: (bytes) => void socket.write(bytes), dueAt: 0 };
  return connection;
}

function visit(connection: Connection, dueAt: number): void {
  connection.dueAt = dueAt;
  const request = requests[sent % linkCount];
  sent += 1;
  if (request) connection.write(request);
}

function answered(connection: Connection, isRedirect: boolean): void {
  if (isOver) return;
  const now = performance.now();
  latencies.push(now - connection.dueAt);
  answers += 1;
  if (!isRedirect) failures += 1;
  if (perSecond === 0) visit(connection, now);
  else idle.push(connection);
}

/** Sends each visit when it is due, independent of earlier responses. */
function pace(rate: number, from: number): void {
  let due = 0;
  const step = (): void => {
    if (isOver) return;
    const now = performance.now();
    while (from + (due * 1000) / rate <= now) {
      const connection = idle.shift();
      if (connection === undefined) break;
      visit(connection, from + (due * 1000) / rate);
      due += 1;
    }
    setImmediate(step);
  };
  step();
}
