import { searchedFields } from '../../features/payments/search-terms.ts';
import type { FoundPage } from '../../features/payments/store/find-payments.ts';
import { readTermFill } from '../../features/payments/store/payment-terms.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { formatHaitiTime, formatUnits } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { notice } from '../views/parts.ts';
import { type AskedList, PAYMENTS_PLACE } from './list-filter.ts';

/** The fields in which a typed text was searched. */
export function searchedNote({ language }: SignedInContext, text: string): Html | '' {
  if (text === '') return '';
  const { searched, searchedFields: names } = LIST_TEXTS[language];
  const fields = searchedFields(text).map((field) => names[field]);
  return html`<p class="hint">${searched({ fields: fields.join(', ') })}</p>`;
}

/** The search ended before the end of the list. */
export function goOnNotice(
  context: SignedInContext,
  given: AskedList['given'],
  { count, last }: NonNullable<FoundPage['endedAt']>,
): Html {
  const { language } = context;
  const texts = LIST_TEXTS[language];
  const message = texts.lookedAt({
    count: formatUnits(count * 100, language),
    time: formatHaitiTime(last.createdAtUs, language),
  });
  const on = hrefOf(context, PAYMENTS_PLACE, { ...given, before: String(last.id) });
  return notice(
    'care',
    html`<p>${message}</p><p><a class="button quiet" rel="next" href="${on}">${texts.goOn}</a></p>`,
  );
}

/** Above a list that was searched: the searched fields, and a notice while older payments cannot be found yet. */
export async function searchNotes(context: SignedInContext, text: string): Promise<Html | ''> {
  if (text === '') return '';
  const isFilling = (await readTermFill(context.deps.db)) !== null;
  return html`${searchedNote(context, text)}${isFilling ? notice('care', html`<p>${LIST_TEXTS[context.language].filling}</p>`) : ''}`;
}
