import { type Html, html } from '../../lib/html.ts';
import { CODE_LANGUAGES, type CodeLanguage } from './request-code.ts';

/** A piece of code as it stands in Markdown: the word behind the fence, and the text. */
export interface Fence {
  readonly language: string;
  readonly text: string;
}

/** How fences are called that are in none of the languages of the tabs. */
const CAPTIONS: Readonly<Record<string, string>> = { json: 'JSON', http: 'HTTP', html: 'HTML', css: 'CSS' };

export function isTabbed(language: string): language is CodeLanguage {
  return language in CODE_LANGUAGES;
}

/** One piece of code. A command is captioned as what it is typed into. */
export function codeFigure({ language, text }: Fence, caption = captionOf(language)): Html {
  const heading = caption === '' ? '' : html`<figcaption>${caption}</figcaption>`;
  return html`<figure class="code">${heading}<pre><code>${marked({ language, text })}</code></pre></figure>`;
}

/**
 * The same thing in several languages, of which one is shown at a time: by radio buttons, which need no script. A printer, and a browser
 * without styles, show all of them.
 *
 * @param id is on the page once
 */
export function codeTabs(fences: readonly Fence[], { id, legend }: { id: string; legend: string }): Html {
  const choices = fences.map(
    ({ language }, i) =>
      html`<input type="radio" name="${id}" id="${id}-${language}" value="${language}"${i === 0 ? ' checked' : ''}><label for="${id}-${language}">${tabOf(language)}</label>`,
  );
  return html`<fieldset class="tabs"><legend>${legend}</legend>${choices}${fences.map((fence) => codeFigure(fence, tabOf(fence.language)))}</fieldset>`;
}

function tabOf(language: string): string {
  return isTabbed(language) ? CODE_LANGUAGES[language] : language;
}

function captionOf(language: string): string {
  return language === 'sh' ? 'Terminal' : isTabbed(language) ? CODE_LANGUAGES[language] : (CAPTIONS[language] ?? '');
}

/** Escaped, with comments dimmed and the names of JSON marked. */
function marked({ language, text }: Fence): Html {
  if (language === 'json') {
    return html`${text.split(/^( *".*?")(?=: )/m).map((part, i) => (i % 2 === 1 ? jsonName(part) : html`${part}`))}`;
  }
  if (isTabbed(language)) {
    const parts = text.split(/^( *(?:\/\/|# |#$|\/\*\*).*)$/m);
    return html`${parts.map((part, i) => (i % 2 === 1 ? html`<em>${part}</em>` : html`${part}`))}`;
  }
  return html`${text}`;
}

function jsonName(indented: string): Html {
  const name = indented.trimStart();
  return html`${indented.slice(0, -name.length)}<i>${name}</i>`;
}
