import { documentHeaders, pageDocument } from './page-document.ts';

/** What an instance keeps of visitors, as its operator has settled it. */
export type PrivacyFacts = {
  readonly appUrl: string;
  readonly visitorId: 'cookieless' | 'cookie';
  readonly ipStorage: 'none' | 'truncated' | 'full';
  /** Clicks older than this live on as daily counts. */
  readonly retentionMonths: number;
};

const addresses = {
  none: 'Your network address is not kept.',
  truncated:
    'Your network address is shortened before it is kept, so that it stands for a whole neighbourhood of networks, and even that is removed after 30 days.',
  full: 'Your network address is kept for 30 days.',
} as const;

const visitors = {
  cookieless:
    'No cookie is set. So that a click is counted as a visitor once a day, your network address and your browser’s name are turned into a number under a key that is destroyed after two days: afterwards nobody can tell whose number it was.',
  cookie:
    'A cookie with a random number recognises your browser on short links of this site for 13 months. It holds nothing else, and no other site can read it.',
} as const;

/** Tells whoever follows a short link what is recorded, for how long, and how to say no. */
export function privacyPage(facts: PrivacyFacts): () => Response {
  const html = [
    paragraph('What happens when you follow a short link, visit by visit. In short:'),
    list([
      'we count that somebody clicked, when, and roughly from where;',
      'we build no profile of you, and neither sell nor share what is recorded;',
      'your browser can ask us to count you without recognising you, and we obey.',
    ]),
    heading('What is recorded'),
    list([
      'The time, the link, and where it led.',
      'The country and city that your network address lies in, looked up on our own machine.',
      'The kind of device, browser and operating system, and for 30 days how your browser names itself.',
      'The page that you came from, if your browser says so, and the campaign named in the link’s address.',
    ]),
    heading('Who you are'),
    paragraph(addresses[facts.ipStorage]),
    paragraph(visitors[facts.visitorId]),
    paragraph(
      'When the owner of a link measures sales, the address that you are led to carries the number of your click. If you buy something there, the shop can report it under that number.',
    ),
    heading('How to say no'),
    paragraph(
      'Switch on Global Privacy Control or Do Not Track in your browser. Your click is then counted and nothing recognises you: no visitor number, no cookie, no click number in the address that you are led to.',
    ),
    paragraph(
      'To see where a link leads without visiting it, put a + at its end. Nothing is recorded then.',
    ),
    heading('How long'),
    paragraph(
      `Single clicks are kept for ${facts.retentionMonths} months, and live on as counts per day. When the owner deletes a link, its clicks are deleted with it.`,
    ),
    heading('Who sees it'),
    paragraph(
      `Only the owner of the link, in their own account. To ask or to object, ${contact(facts.appUrl)}.`,
    ),
  ].join('\n');
  const title = 'Privacy on short links';
  const body = pageDocument({ status: 200, title, html, foot: '', isProse: true }, facts.appUrl);
  const headers = documentHeaders(facts.appUrl);
  return () => new Response(body, { headers });
}

const paragraph = (markup: string): string => `<p class="text">${markup}</p>`;
const heading = (text: string): string => `<h2>${text}</h2>`;
const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const contact = (appUrl: string): string =>
  `<a href="${Bun.escapeHTML(appUrl)}/support">write to us</a>`;
