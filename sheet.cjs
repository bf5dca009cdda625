const { chromium } = require(process.cwd() + '/node_modules/playwright-core');
const fs = require('fs');
const dir = process.argv[2];
const prefix = process.argv[3] || 's';
const filt = process.argv[4] ? new RegExp(process.argv[4]) : /./;
(async () => {
  const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const p = await b.newPage({ viewport: { width: 1960, height: 1000 } });
  const files = fs
    .readdirSync(dir)
    .filter((f) => f.endsWith('.png') && filt.test(f))
    .sort();
  const phone = files.filter((f) => /phone/.test(f)),
    desk = files.filter((f) => !/phone/.test(f));
  const groups = [];
  for (let i = 0; i < desk.length; i += 4) groups.push([desk.slice(i, i + 4), 960, 1000]);
  for (let i = 0; i < phone.length; i += 6) groups.push([phone.slice(i, i + 6), 315, 1400]);
  let n = 0;
  for (const [g, w, mh] of groups) {
    await p.setContent(
      '<body style="margin:4px;background:#888;display:flex;flex-wrap:wrap;gap:6px;font:12px sans-serif">' +
        g
          .map(
            (f) =>
              `<div style="width:${w}px"><div>${f}</div><img style="width:${w}px;max-height:${mh}px;object-fit:cover;object-position:top" src="data:image/png;base64,${fs.readFileSync(dir + '/' + f).toString('base64')}"></div>`,
          )
          .join('') +
        '</body>',
    );
    await p.waitForTimeout(200);
    await p.screenshot({
      path: `/tmp/sheets/${prefix}${String(n++).padStart(2, '0')}.png`,
      fullPage: true,
    });
  }
  console.log(n);
  await b.close();
})();
