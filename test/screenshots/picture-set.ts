import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../src/platform/messages/language.ts';

/** The screens on which each state is pictured. */
export const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } } as const;
export const SCHEMES = ['light', 'dark'] as const;
const VIEWS = SCHEMES.flatMap((scheme) =>
  Object.keys(SIZES).map((size) => ({ size: size as keyof typeof SIZES, scheme, name: `${size}-${scheme}` })),
);
/** The maximum height of a picture: a longer page is cut off. */
const TALLEST_PX = 3_000;

/** The path of a picture of a state, below the folder of all pictures. */
export function pictureFile(
  { group, title }: { group: string; title: string },
  language: Language,
  view: string,
): string {
  return `${slug(group)}/${slug(title)}.${language}.${view}.png`;
}

/** Takes a page as it is now, on phone and desktop, light and dark. `file` names the picture of a view. */
export async function takePictures(page: Page, folder: string, file: (view: string) => string): Promise<void> {
  for (const { size, scheme, name } of VIEWS) {
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme: scheme });
    // A frame in the page grows a moment after its content.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const path = join(folder, file(name));
    mkdirSync(join(path, '..'), { recursive: true });
    await page.screenshot({
      path,
      fullPage: true,
      animations: 'disabled',
      clip: { x: 0, y: 0, width: SIZES[size].width, height: Math.min(Math.max(height, 1), TALLEST_PX) },
    });
  }
}

export interface Picture {
  readonly group: string;
  readonly title: string;
  readonly language: Language;
  /** Why there are no pictures of the state. */
  readonly fault?: string;
}

/** Writes `index.html`: every state with its pictures side by side, one language below the other. */
export function writeIndex(folder: string, taken: readonly Picture[]): void {
  const groups = [...new Set(taken.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const titles = [...new Set(taken.filter((one) => one.group === group).map(({ title }) => title))];
    return `<h2 id="${slug(group)}">${escapeHtml(group)}</h2>${titles.map((title) => rowsOf(taken, group, title)).join('')}`;
  });
  const links = groups.map((group) => `<a href="#${slug(group)}">${escapeHtml(group)}</a>`).join(' ');
  const faults = taken.filter(({ fault }) => fault !== undefined);
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Peye in pictures</title>
<style>
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;padding:0 1rem 3rem;max-width:100rem;background:#e9e9e6;color:#222}
nav{position:sticky;top:0;padding:.5rem 0;background:#e9e9e6}nav a{margin-right:1rem}
h3{margin:2rem 0 .25rem}.row{display:grid;grid-template-columns:2rem 1fr 2fr 1fr 2fr;gap:.75rem;align-items:start;margin-bottom:1rem}
figure{margin:0}figcaption{font-size:.8125rem;color:#555}img{display:block;width:100%;max-height:34rem;object-fit:cover;object-position:top;background:#fff;box-shadow:0 1px 4px #0004}
.fault{color:#a00}</style>
<h1>Peye in pictures</h1>
<p>${taken.length - faults.length} pages in ${VIEWS.length} views each. A picture opens whole.</p>
${faults.map(({ group, title, language, fault }) => `<p class="fault">${escapeHtml(`${group}: ${title} (${language}): ${fault}`)}</p>`).join('')}
<nav>${links}</nav>
${sections.join('\n')}
</html>
`,
  );
}

function rowsOf(taken: readonly Picture[], group: string, title: string): string {
  const rows = LANGUAGES.flatMap((language) => {
    const one = taken.find((each) => each.group === group && each.title === title && each.language === language);
    if (!one || one.fault !== undefined) return [];
    const figures = VIEWS.map(({ name: view }) => {
      const file = pictureFile({ group, title }, language, view);
      return `<figure><a href="${file}"><img src="${file}" loading="lazy" alt="${escapeHtml(`${title}, ${language}, ${view}`)}"></a><figcaption>${view.replace('-', ', ')}</figcaption></figure>`;
    });
    return [`<div class="row"><b>${language}</b>${figures.join('')}</div>`];
  });
  return `<h3>${escapeHtml(title)}</h3>${rows.join('')}`;
}

/** A name for a file or an anchor. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
