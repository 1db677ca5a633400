import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const read = (file: string) =>
  readFileSync(new URL(`../../integrations/woocommerce/peye/${file}`, import.meta.url), 'utf8');
const README = read('readme.txt');
const PLUGIN = read('peye.php');
const [head = '', about = ''] = README.split('\n\n');
/** A header of the readme, or of the plugin. */
const inReadme = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1];
const inPlugin = (name: string) => new RegExp(`^ \\* ${name}: (.+)$`, 'm').exec(PLUGIN)?.[1];

/** What WordPress's directory of plugins refuses or cuts off. */
describe('readme.txt of the WooCommerce plugin', () => {
  it('has the name, versions and description of the plugin', () => {
    assert.equal(head.split('\n')[0], `=== ${inPlugin('Plugin Name')} ===`);
    assert.equal(inReadme('Stable tag'), inPlugin('Version'));
    for (const name of ['Requires at least', 'Requires PHP']) assert.equal(inReadme(name), inPlugin(name), name);
    assert.equal(about, inPlugin('Description'));
  });

  it('has the version of this release, and needs what the documentation says', () => {
    const inRepository = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    assert.equal(inReadme('Stable tag'), JSON.parse(inRepository('package.json')).version);
    const docs = inRepository('docs/woocommerce.md').replaceAll(/\s+/g, ' ');
    const needed = `WooCommerce ${inPlugin('WC requires at least')}, WordPress ${inReadme('Requires at least')} and PHP ${inReadme('Requires PHP')}`;
    const tested = `WooCommerce ${inPlugin('WC tested up to')}, WordPress ${inReadme('Tested up to')} and PHP`;
    for (const text of [needed, tested]) assert.ok(docs.includes(text), text);
  });

  it('has the headers that the directory shows, in its format', () => {
    assert.match(inReadme('Contributors') ?? '', /^[a-z0-9-]+(?:, [a-z0-9-]+)*$/);
    assert.match(inReadme('Tested up to') ?? '', /^\d+\.\d+$/);
    assert.match(inReadme('License') ?? '', /^GPLv2 or later$/);
    assert.match(inReadme('License URI') ?? '', /^https:\/\/www\.gnu\.org\/licenses\//);
    const tags = inReadme('Tags')?.split(', ') ?? [];
    assert.ok(tags.length > 0 && tags.length <= 5, 'one to five tags');
  });

  it('has a short description that is not cut off, and the sections of the page', () => {
    assert.ok(about.length > 0 && about.length <= 150, `${about.length} characters`);
    for (const section of ['Description', 'Installation', 'Changelog']) {
      assert.match(README, new RegExp(`^== ${section} ==$`, 'm'));
    }
    const [, changes = ''] = README.split('== Changelog ==');
    assert.match(changes, new RegExp(`^= ${inPlugin('Version')} =$`, 'm'));
  });
});
