import { expect, test } from 'bun:test';
import {
  imageSnippet,
  isUnencoded,
  postbackUrl,
  type SnippetValues,
  scriptCall,
  scriptTag,
} from '#web/features/tracking/snippets.ts';

const sale: SnippetValues = {
  origin: 'https://wp.st',
  code: 'k7Qm2xP',
  event: 'sale',
  amount: '49.99',
  currency: 'USD',
  orderId: '',
};

/** The address that a browser would request for the markup. */
async function addressIn(markup: string): Promise<string> {
  let searchParams = '';
  await new HTMLRewriter()
    .on('img', {
      element: (image) => {
        searchParams = image.getAttribute('src') ?? '';
      },
    })
    .transform(new Response(markup))
    .text();
  return searchParams.replaceAll('&amp;', '&');
}

test('the image reports the event, amount and currency of its link, and is invisible', async () => {
  const snippet = imageSnippet(sale);

  expect(await addressIn(snippet)).toBe(
    'https://wp.st/api/track/k7Qm2xP?event=sale&value=49.99&currency=USD',
  );
  expect(snippet).toContain('width="1" height="1" alt=""');
  expect(snippet).not.toMatch(/&(?!amp;)/);
});

test('without an amount no currency is sent', async () => {
  const lead = { ...sale, event: 'lead', amount: '' };

  expect(await addressIn(imageSnippet(lead))).toBe('https://wp.st/api/track/k7Qm2xP?event=lead');
  expect(scriptCall(lead)).toBe("<script>waypost('lead');</script>");
});

test('an order number is encoded in an address', () => {
  expect(postbackUrl({ ...sale, orderId: 'A&B #1' }, 's')).toContain('&order_id=A%26B%20%231&');
});

test.each([
  '{{ order.id }}',
  '{{Transaction ID}}',
  '{{ $order["id"] }}',
  "<?= $order['id'] ?>",
  '<?= $order["id"] ?>',
  '<%= order.id %>',
  '[order_number]',
])('the placeholder %s stays as it was typed', (orderId) => {
  expect(imageSnippet({ ...sale, orderId })).toContain(`order_id=${orderId}" width`);
  expect(postbackUrl({ ...sale, orderId }, 's')).toContain(`&order_id=${orderId}&`);
  expect(scriptCall({ ...sale, orderId })).toContain(`orderId: '${orderId}'`);
});

test('what a shop encodes for an address is not encoded again by the script', () => {
  const orderId = '{{ order.name | url_encode }}';

  expect(imageSnippet({ ...sale, orderId })).toContain(`order_id=${orderId}"`);
  expect(scriptCall({ ...sale, orderId })).toContain("orderId: '{{ order.name }}'");
  expect([isUnencoded('{{ order.name }}'), isUnencoded(orderId), isUnencoded('[id]')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('no order id breaks out of the markup or the script', () => {
  const orderId = `'"></script><script>`;

  expect(imageSnippet({ ...sale, orderId: '"><b>' })).not.toContain('"><b>');
  expect(scriptCall({ ...sale, orderId })).not.toContain("orderId: ''");
  expect(scriptCall({ ...sale, orderId }).match(/<\/script>/g)).toHaveLength(1);
});

test('the script contains its link, and its call contains locale-independent text', () => {
  expect(scriptTag(sale)).toBe('<script src="https://wp.st/wp.js" data-link="k7Qm2xP"></script>');
  expect(scriptCall({ ...sale, orderId: 'N-1' })).toBe(
    "<script>waypost('sale', { value: '49.99', currency: 'USD', orderId: 'N-1' });</script>",
  );
});

test('the postback contains click id, link, amount and secret', () => {
  const searchParams = new URL(postbackUrl(sale, 'a_b-c'));

  expect(Object.fromEntries(searchParams.searchParams)).toEqual({
    cid: '{click_id}',
    link: 'k7Qm2xP',
    event: 'sale',
    payout: '49.99',
    currency: 'USD',
    secret: 'a_b-c',
  });
});
