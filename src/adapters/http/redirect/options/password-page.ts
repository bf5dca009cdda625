import { documentHeaders, pageDocument } from '#adapters/http/redirect/page-document';
import { type PageOrigins, pageLinks } from '#adapters/http/redirect/pages';
import { spentHeaders } from '#adapters/http/frame/retry-headers';

/**
 * The pages for visitors of a link with a password. None of the responses has a Location header.
 */
export type PasswordPage = {
  ask(visit: LockedVisit): Response;
  wrong(visit: LockedVisit): Response;
  tooMany(visit: LockedVisit, retryAfterSeconds: number): Response;
};

type LockedVisit = {
  /** The link's code: a person who reports the link need not type it. */
  readonly code: string;
  /** The visitor's referrer, which the form sends again. */
  readonly from: string;
};

/** The fields of the form. */
export const passwordField = 'password';
export const fromField = 'from';

type Answer = {
  readonly status: number;
  /** Empty: none. */
  readonly problem: string;
  readonly more?: Record<string, string>;
};

/**
 * The page is complete in one response, without a script, a cookie or a session. The policy allows
 * the form to lead to web addresses, because a browser checks each redirect after the form.
 */
export function passwordPage(origins: PageOrigins): PasswordPage {
  const headers: Record<string, string> = origins.headers ?? documentHeaders(origins.appUrl);
  const policy = headers['content-security-policy'] ?? '';
  const withForm = {
    ...headers,
    'content-security-policy': policy.replace(
      "form-action 'none'",
      "form-action 'self' https: http:",
    ),
  };
  const page = ({ code, from }: LockedVisit, { status, problem, more }: Answer): Response => {
    const body = pageDocument(
      {
        status: 200,
        title: 'This link needs a password',
        html: form(from, problem),
        foot: pageLinks(origins, encodeURIComponent(code)),
      },
      origins.appUrl,
    );
    return new Response(body, { status, headers: { ...withForm, ...more } });
  };

  return {
    ask: (visit) => page(visit, { status: 200, problem: '' }),
    wrong: (visit) =>
      page(visit, { status: 403, problem: 'This is not the password. Please try again.' }),
    tooMany: (visit, seconds) => {
      const problem = `Too many attempts. Please try again ${waitText(seconds)}.`;
      return page(visit, { status: 429, problem, more: spentHeaders(seconds) });
    },
  };
}

function form(from: string, problem: string): string {
  const describedBy = problem === '' ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return [
    '<p class="text">Enter the password that you got with the link.</p>',
    '<form class="form" method="post">',
    `<input type="hidden" name="${fromField}" value="${Bun.escapeHTML(from)}">`,
    `<label for="password">Password</label>`,
    `<input id="password" type="password" name="${passwordField}" required autofocus maxlength="256" autocomplete="off"${describedBy}>`,
    problem === '' ? '' : `<p id="problem" class="problem" role="alert">${problem}</p>`,
    '<button class="go" type="submit">Open the link</button>',
    '</form>',
  ].join('\n');
}

function waitText(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
}
