import { html } from 'ghtml';
import type { Language } from '../../wording/language.ts';
import { hrefOf, type Visit } from '../visit.ts';
import { type FormField, fieldView } from './form.ts';

const TEXTS: Readonly<Record<Language, { filter: string; clear: string; label: string }>> = {
  en: { filter: 'Show', clear: 'Clear', label: 'Filters' },
  fr: { filter: 'Afficher', clear: 'Effacer', label: 'Filtres' },
  ht: { filter: 'Montre', clear: 'Efase', label: 'Filtè' },
};

/** What a list is narrowed down by: a form that leads to an address, which can be shared. Nothing is filtered that it does not show. */
export function filtersView(visit: Visit, path: string, fields: readonly FormField[]): string {
  const texts = TEXTS[visit.language];
  const isAny = fields.some(({ value }) => value !== undefined && value !== '');
  const given = fields.map((field) => fieldView({ ...field, isOptional: true }));
  const clear = isAny ? html` <a class="button quiet" href="${hrefOf(visit, path)}">${texts.clear}</a>` : '';
  return html`<form class="sheet" method="get" action="${hrefOf(visit, path)}" role="search" aria-label="${texts.label}">
<div class="filters">!${given}</div>
<p class="row"><button>${texts.filter}</button>!${clear}</p></form>`;
}
