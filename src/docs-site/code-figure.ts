import { type Html, html } from '../platform/html/html.ts';
import { CODE_LANGUAGES, type CodeLanguage } from './request-code.ts';

/** A code block of Markdown: the info string of its fence, and the text. */
export interface Fence {
  readonly language: string;
  readonly text: string;
}

/** The captions of fences in other languages than those of the tabs. */
const CAPTIONS: Readonly<Record<string, string>> = {
  json: 'JSON',
  http: 'HTTP',
  html: 'HTML',
  css: 'CSS',
  ts: 'TypeScript',
  go: 'Go',
  java: 'Java',
  csharp: 'C#',
  ruby: 'Ruby',
  dart: 'Dart',
};

export function isTabbed(language: string): language is CodeLanguage {
  return language in CODE_LANGUAGES;
}

/** One code block. A command's caption is the program that it is typed into. */
export function codeFigure({ language, text }: Fence, caption = captionOf(language)): Html {
  const heading = caption === '' ? '' : html`<figcaption>${caption}</figcaption>`;
  return html`<figure class="code">${heading}<pre><code>${marked({ language, text })}</code></pre></figure>`;
}

/**
 * The same code in several languages, one of which is visible: by radio buttons, which need no script. Printers, and browsers without
 * styles, show all of them.
 *
 * @param id unique on the page
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

/** Escaped code, with dimmed comments and highlighted JSON names. */
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
