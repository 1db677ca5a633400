import { html } from 'ghtml';
import type { Language } from '../../wording/language.ts';
import { hrefOf, type Visit } from '../visit.ts';
import { type FormField, fieldView } from './form.ts';

const TEXTS: Readonly<Record<Language, { filter: string; clear: string; label: string; more: string }>> = {
  en: { filter: 'Show', clear: 'Clear', label: 'Filters', more: 'More filters' },
  fr: { filter: 'Afficher', clear: 'Effacer', label: 'Filtres', more: 'Autres filtres' },
  ht: { filter: 'Montre', clear: 'Efase', label: 'Filtè', more: 'Lòt filtè' },
};

/** More fields than these would stand between the menu and the list on a phone. */
const SHOWN = 3;

/**
 * What a list is narrowed down by: a form that leads to an address, which can be shared. Of many fields the first one is seen, and the
 * others are folded away until one of them is used. Nothing is filtered that it does not show.
 */
export function filtersView(
  visit: Visit,
  path: string,
  fields: readonly FormField[],
  { isWhole = false }: { isWhole?: boolean } = {},
): string {
  const texts = TEXTS[visit.language];
  const isUsed = ({ value, error }: FormField) => error !== undefined || (value !== undefined && value !== '');
  const shown = isWhole || fields.length <= SHOWN ? fields : fields.slice(0, 1);
  const folded = fields.slice(shown.length);
  const view = (some: readonly FormField[]) =>
    html`<div class="filters">!${some.map((field) => fieldView({ ...field, isOptional: true }))}</div>`;
  const more =
    folded.length === 0
      ? ''
      : html`<details!${folded.some(isUsed) ? ' open' : ''}><summary>${texts.more}</summary>!${view(folded)}</details>`;
  const clear = fields.some(isUsed)
    ? html` <a class="button quiet" href="${hrefOf(visit, path)}">${texts.clear}</a>`
    : '';
  return html`<form class="sheet" method="get" action="${hrefOf(visit, path)}" role="search" aria-label="${texts.label}">
!${view(shown)}!${more}
<p class="row"><button>${texts.filter}</button>!${clear}</p></form>`;
}
