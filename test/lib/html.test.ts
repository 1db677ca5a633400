import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { notice } from '../../src/console/views/parts.ts';
import { tableView } from '../../src/console/views/table.ts';
import { type Html, html, joinHtml, trustedHtml } from '../../src/platform/html/html.ts';

const textOf = (given: Html) => given.toString();

/** Text that a merchant or a customer could enter. */
const HOSTILE = '<img src=x onerror="alert(1)">';
const ESCAPED = '&#60;img src&#61;x onerror&#61;&#34;alert(1)&#34;&#62;';

describe('the tag html', () => {
  it('escapes every string, with all five characters', () => {
    assert.equal(textOf(html`<p title="${`"`}">${`<&>'`}</p>`), '<p title="&#34;">&#60;&#38;&#62;&#39;</p>');
    assert.equal(textOf(html`${HOSTILE}`), ESCAPED);
    assert.equal(textOf(html`${'&amp;'}${'plain'}`), '&#38;amp;plain');
  });

  it('inserts HTML unchanged, alone and in arrays', () => {
    const item = html`<li>${HOSTILE}</li>`;
    assert.equal(textOf(html`<ul>${item}</ul>`), `<ul><li>${ESCAPED}</li></ul>`);
    const items = ['a', '<'].map((text) => html`<li>${text}</li>`);
    assert.equal(textOf(html`<ul>${items}</ul>`), '<ul><li>a</li><li>&#60;</li></ul>');
    assert.equal(textOf(html`${[html`<b>`, '', false, null, undefined]}${[]}`), '<b>');
  });

  it('inserts numbers, zero too', () => {
    assert.equal(textOf(html`${0} ${-1.5} ${12n}`), '0 -1.5 12');
  });

  it('inserts nothing for empty values', () => {
    assert.equal(textOf(html`[${''}${undefined}${null}${false}]`), '[]');
  });

  it('keeps the text of the template, with exclamation marks and backslashes', () => {
    assert.equal(textOf(html`<p>Hello!${'<'}\n</p>`), '<p>Hello!&#60;\\n</p>');
  });

  it('escapes the text of HTML like any other string', () => {
    assert.equal(textOf(html`${html`<b>`.toString()}`), '&#60;b&#62;');
  });

  it('escapes strings in arrays, although they do not compile', () => {
    // @ts-expect-error An array may contain HTML only: join strings, or put them into elements.
    assert.equal(textOf(html`${['<', '>']}`), '&#60;&#62;');
  });

  it('accepts no other types, and escapes them at run time', () => {
    // @ts-expect-error An object has no text.
    assert.equal(textOf(html`${{ toString: () => '<' }}`), '&#60;');
    // @ts-expect-error A function is not a text: call it.
    assert.equal(textOf(html`${() => 1}`), '() &#61;&#62; 1');
    // @ts-expect-error A condition alone inserts nothing useful.
    assert.equal(textOf(html`${true}`), 'true');
    // @ts-expect-error A promise has to be awaited.
    assert.equal(textOf(html`${Promise.resolve('a')}`), '[object Promise]');
  });
});

describe('joinHtml', () => {
  it('joins parts with text or HTML, and skips empty values', () => {
    const parts = [html`<b>a</b>`, '' as const, html`b`, false as const, undefined, null, html`c`];
    assert.equal(textOf(joinHtml(parts, ', ')), '<b>a</b>, b, c');
    assert.equal(textOf(joinHtml(parts, ' < ')), '<b>a</b> &#60; b &#60; c');
    assert.equal(textOf(joinHtml(parts, html`<br>`)), '<b>a</b><br>b<br>c');
    assert.equal(textOf(joinHtml([])), '');
  });
});

describe('HTML as a type', () => {
  it('is created from a string only by trustedHtml', () => {
    assert.equal(textOf(html`<style>${trustedHtml('a>b{}')}</style>`), '<style>a>b{}</style>');
    // @ts-expect-error A string can contain anything.
    const given: Html = '<b>';
    // @ts-expect-error An object that looks like HTML.
    const like: Html = { toString: () => '<b>' };
    assert.equal(textOf(html`${given}`), '&#60;b&#62;');
    assert.equal(textOf(html`${like}`), '&#60;b&#62;');
  });

  it('is the type of cells and notices, where an unescaped string does not compile', () => {
    const caption = 'Links';
    const items = [{ name: HOSTILE }];
    const safe = tableView(items, {
      caption,
      empty: '',
      columns: [{ label: 'Name', cell: ({ name }) => html`${name}` }],
    });
    assert.ok(textOf(safe).includes(ESCAPED));
    const unsafe = tableView(items, {
      caption,
      empty: '',
      // @ts-expect-error The name of a link is text, and a cell must be HTML.
      columns: [{ label: 'Name', cell: ({ name }) => name }],
    });
    assert.ok(textOf(unsafe).includes(ESCAPED));
    // @ts-expect-error The content of a notice must be HTML too.
    assert.ok(textOf(notice('good', HOSTILE)).includes(ESCAPED));
  });
});
