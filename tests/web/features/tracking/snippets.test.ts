import { expect, test } from 'bun:test';
import {
  imageSnippet,
  postbackUrl,
  type Report,
  scriptCall,
  scriptTag,
} from '#web/features/tracking/snippets.ts';

const sale: Report = {
  origin: 'https://wp.st',
  code: 'k7Qm2xP',
  event: 'sale',
  amount: '49.99',
  currency: 'USD',
  orderId: '',
};

/** The address that a browser would request for the markup. */
async function addressIn(markup: string): Promise<string> {
  let address = '';
  await new HTMLRewriter()
    .on('img', {
      element: (image) => {
        address = image.getAttribute('src') ?? '';
      },
    })
    .transform(new Response(markup))
    .text();
  return address.replaceAll('&amp;', '&');
}

test('the image reports event, amount and currency of its link, and shows nothing', async () => {
  const snippet = imageSnippet(sale);

  expect(await addressIn(snippet)).toBe(
    'https://wp.st/api/track/k7Qm2xP?event=sale&value=49.99&currency=USD',
  );
  expect(snippet).toContain('width="1" height="1" alt=""');
  expect(snippet).not.toMatch(/&(?!amp;)/);
});

test('without an amount nothing is said of money', async () => {
  const lead = { ...sale, event: 'lead', amount: '' };

  expect(await addressIn(imageSnippet(lead))).toBe('https://wp.st/api/track/k7Qm2xP?event=lead');
  expect(scriptCall(lead)).toBe("<script>waypost('lead');</script>");
});

test('a shop’s placeholder stays as the shop looks for it, an order number is encoded', () => {
  expect(imageSnippet({ ...sale, orderId: '{{ order.id }}' })).toContain(
    'order_id={{ order.id }}"',
  );
  expect(postbackUrl({ ...sale, orderId: 'A&B 1' }, 's')).toContain('&order_id=A%26B%201&');
});

test('no order id ends the markup or the script that it stands in', () => {
  const orderId = `'"></script><script>`;

  expect(imageSnippet({ ...sale, orderId: '"><b>' })).not.toContain('"><b>');
  expect(scriptCall({ ...sale, orderId })).not.toContain("orderId: ''");
  expect(scriptCall({ ...sale, orderId }).match(/<\/script>/g)).toHaveLength(1);
});

test('the script knows its link, and is called with texts that any locale writes alike', () => {
  expect(scriptTag(sale)).toBe('<script src="https://wp.st/wp.js" data-link="k7Qm2xP"></script>');
  expect(scriptCall({ ...sale, orderId: 'N-1' })).toBe(
    "<script>waypost('sale', { value: '49.99', currency: 'USD', orderId: 'N-1' });</script>",
  );
});

test('the postback names click, link, amount and secret', () => {
  const address = new URL(postbackUrl(sale, 'a_b-c'));

  expect(Object.fromEntries(address.searchParams)).toEqual({
    cid: '{click_id}',
    link: 'k7Qm2xP',
    event: 'sale',
    payout: '49.99',
    currency: 'USD',
    secret: 'a_b-c',
  });
});
