import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
const server = spawn('target/debug/barrow', ['serve','--port','0','--folder','/tmp/look/page'], { stdio: ['ignore','pipe','inherit'] });
const address = await new Promise((r) => server.stdout.once('data', (t) => r(String(t).split('\n')[0])));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] });
const OUT = process.argv[2]; const only = process.argv.slice(3);
const games = { crawl: ['crawl&seed=5'], 'dark-floor': ['dark-floor&seed=5'], darkdelve: ['darkdelve&seed=5', 'darkdelve&seed=5&level=floor_one'], descent: ['descent&seed=1'], arena: ['arena&seed=2'], deck: ['deck&seed=2'], kit: ['kit&seed=5&level=sewers'] };
for (const [name, wheres] of Object.entries(games)) for (const [n, where] of wheres.entries()) {
  if (only.length && !only.includes(name)) continue;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log(name, String(e)));
  await page.goto(`${address}play.html?game=${where}&new=1`);
  await page.waitForFunction(() => ['playing','over'].includes(document.querySelector('barrow-game')?.state), null, { timeout: 60000 });
  await page.waitForTimeout(1500);
  const tag = `${OUT}/${name}${n || ''}`;
  await page.screenshot({ path: `${tag}-0.png` });
  const press = async (...keys) => { for (const k of keys) { await page.keyboard.press(k); await page.waitForTimeout(350); } };
  if (name === 'dark-floor') { await press('e'); for (let i=0;i<14;i++) await press('adws'[Math.floor(i/4)%4]); await page.screenshot({ path: `${tag}-1.png` }); }
  else if (name === 'arena') { for (let i=0;i<4;i++) await press('.'); await page.screenshot({ path: `${tag}-1.png` }); for (let i=0;i<8;i++) await press('Tab'); await page.screenshot({ path: `${tag}-2.png` }); }
  else if (name === 'deck') { await press('1','1','1','.'); await page.screenshot({ path: `${tag}-1.png` }); await press('1','2','.','1'); await page.screenshot({ path: `${tag}-2.png` }); }
  else {
    for (let i=0;i<12;i++) { await press('o'); const side = await page.locator('barrow-game .side').innerText().catch(()=> ''); if (/In view/i.test(side)) break; }
    await page.screenshot({ path: `${tag}-1.png` });
    for (let i=0;i<25;i++) { await press('Tab','o'); }
    await page.screenshot({ path: `${tag}-2.png` });
  }
  await press('Escape'); await page.waitForTimeout(300); await page.screenshot({ path: `${tag}-menu.png` });
  await press('Escape');
  await page.getByRole('button', { name: 'Tiles or glyphs' }).click().catch(() => {}); await page.waitForTimeout(400);
  await page.screenshot({ path: `${tag}-glyph.png` });
  const phone = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const p = await phone.newPage();
  await p.goto(`${address}play.html?game=${where}&new=1`);
  await p.waitForFunction(() => ['playing','over'].includes(document.querySelector('barrow-game')?.state), null, { timeout: 60000 });
  await p.waitForTimeout(1200);
  await p.screenshot({ path: `${tag}-phone.png` });
  await phone.close(); await context.close(); console.log('done', tag);
}
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage(); await page.goto(address); await page.waitForTimeout(4000);
await page.screenshot({ path: `${OUT}/front.png` });
await browser.close(); server.kill();
