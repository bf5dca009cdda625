import type { Problem } from '#contract/problem';
import { type ProblemCode, problems } from '#contract/problems';
import type { Refusal } from '#core/shared/refusal';
import { spentHeaders } from './retry-headers.ts';

/** What an answer needs beside its refusal. */
export type Answered = {
  /** The application's address, which explains the codes. */
  readonly appUrl: string;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A refusal as JSON. */
export function refusalJson({ code, message, facts, issues }: Refusal, to: Answered): Problem {
  return { ...problemOf(code, message, to), ...facts, ...(issues.length > 0 && { issues }) };
}

/** A refusal as a response of the API, with `headers` added. */
export function problemResponse(refusal: Refusal, { headers, ...to }: Answered): Response {
  return respond(refusalJson(refusal, to), { ...headers, ...retryHeaders(refusal) });
}

function retryHeaders({ code, retryAfterSeconds, limitName }: Refusal): Record<string, string> {
  if (retryAfterSeconds === null) return {};
  if (code === 'too_many_requests') return spentHeaders(retryAfterSeconds, limitName ?? undefined);
  return { 'retry-after': String(retryAfterSeconds) };
}

/** The response to a defect of ours. It contains only the id of its log lines. */
export function defectResponse(to: Answered): Response {
  return respond(problemOf('internal', 'Something went wrong. Please try again.', to));
}

function problemOf(code: ProblemCode, detail: string, { appUrl, requestId }: Answered): Problem {
  const { status, title } = problems[code];
  const type = `${appUrl}/docs/errors#${code}`;
  return { type, title, status, detail, message: detail, code, requestId };
}

function respond(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}
