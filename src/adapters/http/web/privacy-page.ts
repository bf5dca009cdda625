import { documentHeaders, pageDocument } from '#adapters/http/redirect/page-document';

/** What an instance stores of visitors, by its configuration. */
export type PrivacyFacts = {
  readonly appUrl: string;
  readonly visitorId: 'cookieless' | 'cookie';
  readonly ipStorage: 'none' | 'truncated' | 'full';
  /** Older clicks are kept as daily counts. */
  readonly retentionMonths: number;
};

const addresses = {
  none: 'Your IP address is not stored.',
  truncated:
    'Your IP address is shortened before it is stored, so that it stands for a whole group of addresses. The shortened address is removed after 30 days.',
  full: 'Your IP address is stored for 30 days.',
} as const;

const visitors = {
  cookieless:
    'No cookie recognizes you. To count each visitor once a day, your IP address and the name of your browser are turned into a number with a secret key. The key is destroyed after two days. After that, nobody can tell whose number it was.',
  cookie:
    'A cookie with a random number recognizes your browser on the short links of this site for 13 months. It contains nothing else, and no other site can read it.',
} as const;

/** Explains to visitors of short links what is recorded, for how long, and how to opt out. */
export function privacyPage(facts: PrivacyFacts): () => Response {
  const html = [
    paragraph('This page explains what happens when you open a short link. In short:'),
    list([
      'we count the click, its time and its approximate location;',
      'we build no profile of you, and we do not sell or share the recorded data;',
      'your browser can ask us to count you without recognizing you, and we respect that.',
    ]),
    heading('What is recorded'),
    list([
      'The time, the link and its destination.',
      'The country and city of your IP address, looked up on our own server.',
      'The type of device, browser and operating system, and for 30 days the user agent of your browser.',
      'The page that you came from, if your browser sends it, and the campaign in the address of the link.',
    ]),
    heading('Recognizing visitors'),
    paragraph(addresses[facts.ipStorage]),
    paragraph(visitors[facts.visitorId]),
    paragraph(
      'Some links compare several pages, and show you the same one when you come again. For that, a cookie keeps the number of the page for 30 days. Many people have the same number, so that it does not recognize you, and your browser sends it to that link alone.',
    ),
    paragraph(
      'If the owner of a link measures sales, the address of the destination includes the id of your click. If you buy something there, the shop can report the sale with that id.',
    ),
    heading('How to opt out'),
    paragraph(
      'Turn on Global Privacy Control or Do Not Track in your browser. Your click is then counted without recognizing you: no visitor number, no cookie, and no click id in the address of the destination.',
    ),
    paragraph(
      'To see where a link leads without opening it, add a + to its end. Nothing is recorded then.',
    ),
    heading('How long data is stored'),
    paragraph(
      `Individual clicks are stored for ${facts.retentionMonths} months. After that, only the number of clicks per day is stored. When the owner deletes a link, its clicks are deleted too.`,
    ),
    heading('Who can see the data'),
    paragraph(
      `The owner of the link, those to whom the owner gives reports or access, and the people who run this server. For questions or objections, ${contact(facts.appUrl)}.`,
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
