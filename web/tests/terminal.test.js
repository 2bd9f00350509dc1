// @ts-check
// Photographs the screens of the terminal that its own tests have drawn as pages.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launch, picture } from './harness.js';

const DRAWN = new URL('../../target/tmp/terminal', import.meta.url).pathname;

test('pictures of the terminal', { skip: !existsSync(DRAWN) && 'no test of the terminal has drawn any' }, async () => {
  const browser = await launch();
  after(() => browser.close());
  const page = await browser.newPage();
  for (const name of readdirSync(DRAWN)) {
    await page.goto(`file://${join(DRAWN, name)}`);
    const { width, height } = await page.locator('pre').boundingBox() ?? { width: 0, height: 0 };
    assert.ok(width > 600 && height > 300, `${name} is ${width} by ${height}`);
    await page.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) });
    await picture(page, `terminal-${name.replace('.html', '')}`);
  }
});
