import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page, Response } from 'playwright-core';

/** The maximum size of a page on the wire. */
export const MAX_BYTES = 14_000;

/** In ASCII, because Chromium stores and sends a text with other characters in twice as many bytes. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[^\0-\x7f]/g,
  (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

/** The size of a response's body on the wire, compressed or not. */
export async function wireBytes(response: Response): Promise<number> {
  return (await response.request().sizes()).responseBodySize;
}

/** The violations that axe-core finds with all of its rules. Frames are not checked, because they belong to other sites. */
export async function violations(page: Page | Frame): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    'axe.run(document, { iframes: false }).then((r) => r.violations)',
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** The elements that the keyboard reaches, and that are not visible: an element without a size cuts them off. */
export function unseenTargets(page: Page): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter((element) => element.tabIndex >= 0 && element.checkVisibility() && !element.matches('.skip'))
    .filter((element) => {
      for (let each = element; each; each = each.parentElement) {
        const { width, height } = each.getBoundingClientRect();
        if ((width < 4 || height < 4) && (each === element || getComputedStyle(each).overflow !== 'visible')) return true;
      }
      return false;
    }).map((element) => element.outerHTML)`);
}

/** The elements that users touch and that are less than 44 pixels high. */
export function smallTargets(page: Page | Frame): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('a, button, input:not([type=hidden]), summary')]
    .filter((element) => element.getClientRects().length > 0 && element.getBoundingClientRect().height < 44).map((element) => element.outerHTML)`);
}
