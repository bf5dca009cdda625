import { afterEach, beforeAll, expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { firefoxPath, openFirefox, type FirefoxPage } from '#tests/support/processes/firefox';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

const needs = firefoxPath === null ? ' (needs firefox-esr)' : '';
const inFirefox = test.skipIf(firefoxPath === null);
if (firefoxPath === null) console.log('skipped: journeys in Firefox, because there is none');

const cleanUp = cleanUps();
let waypost: Waypost;
let firefox: Awaited<ReturnType<typeof openFirefox>>;

beforeAll(async () => {
  if (firefoxPath === null) return;
  const dataDir = await startedDataDir();
  cleanUp.add(dataDir.remove);
  waypost = await startWaypost({ dataDir: dataDir.path });
  cleanUp.add(() => waypost.killTree());
  firefox = await openFirefox(firefoxPath);
  cleanUp.add(firefox.close);
});

afterEach(() => {
  if (firefoxPath !== null) expect(firefox.complaints.splice(0)).toEqual([]);
});

/** Somebody who has just registered, by the form. */
async function signedUp(email: string): Promise<FirefoxPage> {
  const person = await firefox.newPerson();
  await person.page.goto(`${waypost.url}/register`);
  await person.fill('First name', 'Ada');
  await person.fill('Last name', 'Byron');
  await person.fill('Email', email);
  await person.fillPassword('a-pass-phrase-nobody-has');
  await person.click('button', 'Start Free Trial');
  await person.seeText('Welcome, Ada');
  return person;
}

/** Creates links past the screens; returns their short addresses as screens show them. */
async function withLinks({ page }: FirefoxPage, count: number): Promise<string[]> {
  const shortUrls = await page.evaluate(async (wanted) => {
    const urls: string[] = [];
    for (let each = 0; each < wanted; each += 1) {
      const answer = await fetch('/api/links', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ originalUrl: `https://example.com/${each}` }),
      });
      urls.push((await answer.json()).shortUrl);
    }
    return urls;
  }, count);
  return shortUrls.map((url) => url.replace(/^https?:\/\//, ''));
}

inFirefox(`a person signs up, creates a link, and sees its visit${needs}`, async () => {
  const person = await signedUp('numbers@waypost.test');

  await person.fill('Destination URL', 'https://example.com/sale');
  await person.click('button', 'Create link');
  await person.seeText('Short link created successfully!');
  const answer = await person.page.evaluate(async () => (await fetch('/api/links')).json());
  const [{ shortUrl }] = answer;
  expect((await visit(shortUrl)).headers.get('location')).toBe('https://example.com/sale');

  const clicks = async () => {
    await person.page.reload();
    await person.seeText('Top Referrers');
    await person.page.waitForFunction(() => !document.body.innerText.includes('Loading dashboard'));
    return person.page.evaluate(() => document.body.innerText);
  };
  await eventually(clicks, (text) => /Total Clicks\s+1\s/.test(text), 60);
});

inFirefox(`menus and dialogs open, change a link, and give the focus back${needs}`, async () => {
  const person = await signedUp('menus@waypost.test');
  const [link = ''] = await withLinks(person, 1);
  await person.page.goto(`${waypost.url}/links`);

  await person.click('button', `Actions for ${link}`);
  await person.click('menuitem', 'Edit Link');
  await person.see('dialog', 'Edit Link');
  await person.unfold('Name, tags and folder');
  await person.fill('Title optional', 'Renamed in Firefox');
  await person.click('button', 'Update Link');
  await person.seeText('Link updated successfully');
  await person.gone('[role="dialog"]');
  await person.seeText('Renamed in Firefox');

  const focused = () => person.page.evaluate(() => document.activeElement?.ariaLabel);
  await eventually(focused, (name) => name?.startsWith('Actions for') ?? false, 10);
  await person.press('Enter');
  await person.see('menuitem', 'Copy Link');
  await person.press('Escape');
  await person.gone(':popover-open');
  expect(await focused()).toStartWith('Actions for');
});

inFirefox(`the palette closes an open menu, and goes to what is typed${needs}`, async () => {
  const person = await signedUp('palette@waypost.test');
  const [link = ''] = await withLinks(person, 12);
  await person.page.goto(`${waypost.url}/links`);
  await person.click('button', `Actions for ${link}`);
  await person.see('menuitem', 'Copy Link');

  await person.openPalette();
  await person.gone(':popover-open');
  expect(await brightestOfScrollbar(person)).toBeLessThan(160);

  await person.type('example.com/7');
  await person.page.waitForSelector('[role="option"][data-focus] ::-p-text(example.com/7)');
  await person.press('Enter');
  await person.page.waitForFunction(() => location.pathname.startsWith('/links/'));
});

/** From 0, black, to 255, white: the track and the thumb beside the palette's entries. */
async function brightestOfScrollbar({ page }: FirefoxPage): Promise<number> {
  const box = await page.$eval('div[role="listbox"]', (list) => {
    const { right, top, height } = list.getBoundingClientRect();
    const width = list.offsetWidth - list.clientWidth;
    return { x: right - width, y: top, width, height };
  });
  expect(box.width).toBeGreaterThan(0);
  const picture = await page.screenshot({ clip: box, encoding: 'base64' });
  const canvas = await page.browserContext().newPage();
  const brightest = await canvas.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const brush = new OffscreenCanvas(image.width, image.height).getContext('2d');
    brush?.drawImage(image, 0, 0);
    const pixels = brush?.getImageData(0, 0, image.width, image.height).data ?? [];
    return Math.max(...pixels.filter((_, at) => at % 4 !== 3));
  }, picture);
  await canvas.close();
  return brightest;
}

inFirefox(`a subscription is paid in test mode${needs}`, async () => {
  const person = await signedUp('paying@waypost.test');
  await person.page.goto(`${waypost.url}/subscribe`);

  await person.fill('Card number', '4242 4242 4242 4242');
  await person.fill('Expiration date', '12/39');
  await person.fill('CVC', '123');
  await person.click('button', 'Subscribe - $49/month');

  await person.seeText('Payment Successful');
  const status = () =>
    person.page.evaluate(
      async () => (await (await fetch('/api/auth/user')).json()).subscriptionStatus,
    );
  expect(await eventually(status, (found) => found === 'active', 20)).toBe('active');
});
