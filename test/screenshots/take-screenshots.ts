import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../src/platform/messages/language.ts';
import { openStage } from '../rehearsal/stage.ts';
import { launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { startDemoShop } from '../support/demo-shop.ts';
import { type Picture, pictureFile, SIZES, takePictures, writeIndex } from './picture-set.ts';
import { README_PICTURES, takeReadmePicture } from './readme-pictures.ts';
import { type Place, STATES, type State } from './states.ts';

// `npm run screenshots`: pictures of everything that customers and developers see, from gateways that run for this alone.

const USAGE = `npm run screenshots -- [--output FOLDER] [--only TEXT] [--minutes NUMBER]

Pictures of all pages in every state, on phone and desktop, light and dark, in three languages, and an index.html that shows
them side by side.

  --output FOLDER    where they go; screenshots/ when not given
  --only TEXT        only states whose group or title has this text
  --language CODES   only these languages, such as ht,fr
  --minutes NUMBER   skips the pictures that are missing by then; 25 when not given
  --readme           only the few of the README and of docs/design.md, into docs/pictures`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STATE_TIMEOUT_MS = 40_000;

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: join(ROOT, 'screenshots') },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: LANGUAGES.join(',') },
    minutes: { type: 'string', default: '25' },
    readme: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(USAGE);
else if (NO_BROWSER) throw new Error(NO_BROWSER);
else if (values.readme) await takeForReadme(join(ROOT, 'docs/pictures'));
else await takeAll(resolve(values.output));

async function takeAll(folder: string): Promise<void> {
  const endMs = performance.now() + Number(values.minutes) * 60_000;
  const wanted = STATES.filter(({ group, title }) =>
    `${group}: ${title}`.toLowerCase().includes(values.only.toLowerCase()),
  );
  const languages = LANGUAGES.filter((language) => values.language.split(',').includes(language));
  if (values.only === '') rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Two lanes run at once. Within a lane the states follow each other, because a provider's faults affect all of its customers.
  const lanes = await Promise.all(
    [false, true].map((isLive) =>
      takeLane(
        wanted.filter((state) => (state.isLive ?? false) === isLive),
        { folder, languages, endMs, isLive },
      ),
    ),
  );
  const taken = lanes.flat();
  writeIndex(folder, taken);
  const faults = taken.filter(({ fault }) => fault !== undefined);
  for (const { group, title, language, fault } of faults) console.error(`${group}: ${title} (${language}): ${fault}`);
  console.log(`${taken.length - faults.length} pages in ${join(folder, 'index.html')}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

async function takeForReadme(folder: string): Promise<void> {
  const [browser, demo] = await Promise.all([launchBrowser(), startDemoShop()]);
  try {
    for (const picture of README_PICTURES) {
      const { group, title, language } = picture;
      const state = STATES.find((one) => one.group === group && one.title === title);
      if (!state) throw new Error(`there is no state ${group}: ${title}`);
      const reach = (page: Page) => state.reach(page, { demo, language } as Place);
      const bytes = await takeReadmePicture(picture, { browser, folder, reach });
      console.log(`${join(folder, `${picture.file}.webp`)} (${bytes} bytes)`);
    }
  } finally {
    await browser.close();
    await demo.stop();
  }
}

interface Lane {
  readonly folder: string;
  readonly languages: readonly Language[];
  readonly endMs: number;
  readonly isLive: boolean;
}

async function takeLane(states: readonly State[], lane: Lane): Promise<Picture[]> {
  if (states.length === 0) return [];
  const live = lane.isLive ? await openStage() : undefined;
  const demo = lane.isLive ? undefined : await startDemoShop();
  const browser = live?.browser ?? (await launchBrowser());
  const taken: Picture[] = [];
  try {
    for (const state of states) {
      for (const language of lane.languages.filter((one) => !state.languages || state.languages.includes(one))) {
        const fault =
          performance.now() > lane.endMs
            ? 'no time was left'
            : await takeState(state, language, { browser, folder: lane.folder, place: { live, demo } as Place });
        taken.push({ group: state.group, title: state.title, language, ...(fault !== undefined && { fault }) });
        console.log(`${fault === undefined ? 'taken' : 'NOT  '}  ${state.group}: ${state.title} (${language})`);
      }
    }
  } finally {
    if (!live) await browser.close();
    await demo?.stop();
    await live?.leave();
  }
  return taken;
}

/** Returns what went wrong, if anything. For a state that cannot be reached, only its own pictures are missing. */
async function takeState(
  state: State,
  language: Language,
  { browser, folder, place }: { browser: Browser; folder: string; place: Place },
): Promise<string | undefined> {
  const context = await browser.newContext({ viewport: SIZES.phone, locale: `${language}-HT` });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(STATE_TIMEOUT_MS);
    await state.reach(page, { ...place, language });
    await takePictures(page, folder, (view) => pictureFile(state, language, view));
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  } finally {
    await context.close();
  }
}
