import { CURRENCIES } from '../../core/money.ts';
import { FAILURE_REASONS, PAYMENT_METHODS, PAYMENT_STATUSES } from '../../core/payment.ts';
import { isAllowed } from '../../core/roles.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import type { TotalsFilter } from '../../features/payments/store/payment-totals.ts';
import { findApiKey, keyLabel, type ListedApiKey, listApiKeys } from '../../features/websites/store/api-keys.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { REASON_TEXTS, STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { methodLabel } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { dateFilter, type Filter, modeFilter, sortFilter } from '../views/filters.ts';
import { type AskedList, MOST_WEBSITES } from './list-filter.ts';

/** The requested filter, limited to the websites that the user may see. */
export function ownedFilter({ who }: SignedInContext, { filter, given: { website, key } }: AskedList): TotalsFilter {
  const { beforeId, limit, ...matched } = filter;
  return {
    ...matched,
    websiteIds: who.websiteIds ?? undefined,
    websiteId: website === '' ? undefined : website,
    apiKeyId: key === '' ? undefined : key,
  };
}

/** The keys to filter by; none for users who may not see keys. */
export async function visibleKeys(
  { deps, who }: SignedInContext,
  websites: readonly Website[],
  { given }: AskedList,
): Promise<ListedApiKey[]> {
  if (!isAllowed(who.user.role, 'keys.read')) return [];
  const these = given.website === '' ? websites : websites.filter(({ id }) => id === given.website);
  const lists = await Promise.all(these.slice(0, MOST_WEBSITES).map(({ id }) => listApiKeys(deps.db, id)));
  const keys = lists.flat();
  if (given.key === '' || keys.some(({ id }) => id === given.key)) return keys;
  // The key in the address is listed too, whichever website it belongs to.
  const named = await findApiKey(deps.db, given.key);
  return named && these.some(({ id }) => id === named.websiteId) ? [...keys, named] : keys;
}

/** The fields of the filters above the list of payments. */
export function filterFields(
  context: SignedInContext,
  { given, errors }: AskedList,
  {
    websites,
    keys,
    link,
  }: { websites: readonly Website[]; keys: readonly ListedApiKey[]; link: PaymentLink | undefined },
): Filter[] {
  const { language } = context;
  const texts = LIST_TEXTS[language];
  const states = STATE_TEXTS[language];
  const field = (name: keyof typeof given, rest: Omit<Filter, 'name' | 'value' | 'error'>): Filter => ({
    name,
    value: given[name],
    error: errors[name],
    ...rest,
  });
  const choice = (
    name: keyof typeof given,
    label: string,
    options: readonly (readonly [string, string])[],
    { any = texts.any, isRare = false } = {},
  ) => field(name, { label, type: 'select', options: [['', any], ...options], isRare });
  return [
    field('q', { label: texts.search, type: 'search', hint: texts.searchHint, maxlength: 255 }),
    choice(
      'status',
      texts.status,
      PAYMENT_STATUSES.map((each) => [each, states[each]]),
    ),
    choice(
      'method',
      texts.method,
      PAYMENT_METHODS.map((each) => [each, methodLabel(each, TEXTS[language])]),
    ),
    ...dateFilter(context).map((each) => ({ ...each, error: errors[each.name as keyof typeof given] })),
    ...(websites.length > 1
      ? [
          choice(
            'website',
            texts.website,
            websites.map(({ id, name }) => [id, name]),
          ),
        ]
      : []),
    ...(keys.length > 1
      ? [
          choice(
            'key',
            texts.key,
            keys.map((each) => [each.id, `${keyLabel(each)} (${texts[each.mode]})`]),
            { any: texts.anyKey, isRare: true },
          ),
        ]
      : []),
    field('amount', { label: texts.amount, hint: texts.amountHint, maxlength: 40, isRare: true }),
    choice(
      'currency',
      texts.currency,
      CURRENCIES.map((each) => [each, each]),
      { any: texts.anyCurrency, isRare: true },
    ),
    choice(
      'reason',
      texts.reason,
      FAILURE_REASONS.map((each) => [each, REASON_TEXTS[language][each]]),
      { isRare: true },
    ),
    choice(
      'recurring',
      texts.recurring,
      [
        ['yes', texts.yes],
        ['no', texts.no],
      ],
      { isRare: true },
    ),
    modeFilter(context),
    { ...sortFilter(context), value: given.sort },
    // A link is chosen on its own page.
    ...(link ? [choice('link', texts.link, [[link.id, link.name]])] : []),
  ];
}
