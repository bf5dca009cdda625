import { afterEach, expect, test } from 'bun:test';
import { patientFetch } from '#web/patient-fetch.ts';

const servers: { stop(isNow: boolean): unknown }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.stop(true)));

/** A server that returns these responses in turn, and then repeats the last one. */
function answering(...answers: (() => Response)[]) {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      asked.push(request.method);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      return answer?.() ?? new Response(null, { status: 500 });
    },
  });
  servers.push(server);
  return { asked, url: server.url };
}

const unavailable = (code: string) => () =>
  Response.json({ code }, { status: 503, headers: { 'retry-after': '0.01' } });

test('a GET that is rejected as busy is retried', async () => {
  const { asked, url } = answering(unavailable('busy'), () => new Response('there'));

  const answer = await patientFetch(url);

  expect([answer.status, await answer.text(), asked]).toEqual([200, 'there', ['GET', 'GET']]);
});

test('a question for numbers that is rejected as busy is retried, though it is a POST', async () => {
  const { asked, url } = answering(unavailable('busy'), () => new Response('there'));

  const answer = await patientFetch(new URL('/api/v1/analytics/query', url), { method: 'POST' });

  expect([answer.status, asked]).toEqual([200, ['POST', 'POST']]);
});

test('other errors, and writing calls, are returned unchanged', async () => {
  const away = answering(unavailable('unavailable'));
  const writing = answering(unavailable('busy'));

  const answers = [
    await patientFetch(away.url),
    await patientFetch(writing.url, { method: 'POST' }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(await answers[0]?.json()).toEqual({ code: 'unavailable' });
  expect([away.asked, writing.asked]).toEqual([['GET'], ['POST']]);
});
