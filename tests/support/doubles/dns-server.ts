import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import dnsPacket from 'dns-packet';

type Type = 'A' | 'AAAA' | 'CNAME' | 'TXT';

/** A DNS server over UDP that answers from a table. */
export type DnsServer = AsyncDisposable & {
  /** For DNS_SERVERS. */
  readonly address: string;
  /** Replaces the records of a name and type; none: the name has no such record. */
  set(type: Type, name: string, ...values: string[]): void;
  /** `silent` answers nothing, `failing` answers SERVFAIL. */
  be(state: 'up' | 'silent' | 'failing'): void;
};

/** On loopback, or for containers on the address by which they reach this machine. */
export async function dnsServer(reachedAt = '127.0.0.1'): Promise<DnsServer> {
  const records = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  let state: 'up' | 'silent' | 'failing' = 'up';

  socket.on('message', (bytes, peer) => {
    if (state === 'silent') return;
    const query = dnsPacket.decode(bytes);
    const [question] = query.questions ?? [];
    if (question === undefined) return;
    const name = question.name.toLowerCase();
    const exists = [...records].some(
      ([key, values]) => key.endsWith(` ${name}`) && values.length > 0,
    );
    const values = records.get(`${question.type} ${name}`) ?? [];
    const answers = values.map((value) => answerOf(question.type, question.name, value));
    const code = state === 'failing' ? 2 : exists ? 0 : 3;
    const response = dnsPacket.encode({
      type: 'response',
      id: query.id ?? 0,
      questions: [question],
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | code,
      answers: code === 0 ? answers : [],
    });
    socket.send(response, peer.port, peer.address);
  });
  // A network of containers does not exist yet when its DNS server starts.
  socket.bind(0, reachedAt === '127.0.0.1' ? reachedAt : '0.0.0.0');
  await once(socket, 'listening');

  return {
    address: `${reachedAt}:${socket.address().port}`,
    set: (type, name, ...values) => void records.set(`${type} ${name}`, values),
    be: (now) => void (state = now),
    async [Symbol.asyncDispose]() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

function answerOf(type: string, name: string, value: string): dnsPacket.Answer {
  if (type === 'TXT') return { type, name, ttl: 0, data: [value] };
  if (type === 'CNAME') return { type, name, ttl: 0, data: value };
  return type === 'AAAA'
    ? { type, name, ttl: 0, data: value }
    : { type: 'A', name, ttl: 0, data: value };
}
