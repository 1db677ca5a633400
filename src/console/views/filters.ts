import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../lib/html.ts';
import { LISTS } from '../../messages/lists/lists-messages.ts';
import { hrefOf, type Visit } from '../visit.ts';
import { type FormField, fieldView } from './form.ts';

/** More fields than these would stand between the menu and the list on a phone. */
const SHOWN = 3;

/**
 * What a list is narrowed down by: a form that leads to an address, which can be shared. Of many fields the first one is seen, and the
 * others are folded on small screens until one of them is used. Nothing is filtered that it does not show, and a line says what is chosen.
 */
export function filtersView(
  visit: Visit,
  path: string,
  fields: readonly FormField[],
  { isWhole = false }: { isWhole?: boolean } = {},
): Html {
  const texts = LISTS[visit.language];
  const isUsed = ({ value, error }: FormField) => error !== undefined || (value !== undefined && value !== '');
  const shown = isWhole || fields.length <= SHOWN ? fields : fields.slice(0, 1);
  const folded = fields.slice(shown.length);
  const view = (some: readonly FormField[]) =>
    html`<div class="filters">${some.map((field) => fieldView({ ...field, isOptional: true }))}</div>`;
  const more =
    folded.length === 0
      ? ''
      : html`<details class="more"${folded.some(isUsed) ? ' open' : ''}><summary>${texts.moreFilters}</summary>${view(folded)}</details>`;
  return html`<form class="sheet" method="get" action="${hrefOf(visit, path)}" role="search" aria-label="${texts.filters}">
${view(shown)}${more}
<p class="row"><button>${texts.apply}</button></p></form>
${chosenView(visit, path, fields)}`;
}

/** What is chosen in a line, with a link that clears what the address asks for. Nothing where nothing is. */
function chosenView(visit: Visit, path: string, fields: readonly FormField[]): Html | '' {
  const chosen = fields.filter(({ value = '' }) => value !== '');
  if (!chosen.some(({ name }) => queryField(visit.request, name) !== '')) return '';
  const told = chosen.map(({ label, value = '', type, options }) => {
    const text = options?.find(([each]) => each === value)?.[1] ?? value;
    return html`<li><span>${label}</span> <b><bdi>${type === 'datetime-local' ? text.replace('T', ' ') : text}</bdi></b></li>`;
  });
  const clear = html`<li><a class="button quiet" href="${hrefOf(visit, path)}">${LISTS[visit.language].clear}</a></li>`;
  return html`<ul class="chosen">${told}${clear}</ul>`;
}
