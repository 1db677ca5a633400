import { PAYMENT_METHODS } from '../../core/payment.ts';
import type { ExportedList } from '../../features/exports/record-export.ts';
import { CHECKOUT_TEXTS } from '../../platform/messages/checkout/checkout-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { REASON_TEXTS, STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { RECURRING_TEXTS } from '../../platform/messages/subscriptions/subscriptions-messages.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import { methodLabel } from '../../platform/wording/format.ts';
import { operatorWords } from './operator-words.ts';

/** For each column or filter of a list whose values are codes: the words that the console shows for them. */
type ExportWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The words of a list's codes in a language. An unknown code is written unchanged. */
export function wordsOf(list: ExportedList['list'], language: Language): ExportWords {
  const { yes, no, test, live } = LIST_TEXTS[language];
  const { intervals } = EXPORT_TEXTS[language];
  const method = Object.fromEntries(PAYMENT_METHODS.map((each) => [each, methodLabel(each, TEXTS[language])]));
  const shared = { mode: { test, live }, method, payment_method: method, payment_methods: method };
  const states = STATE_TEXTS[language];
  const own: Readonly<Record<ExportedList['list'], ExportWords>> = {
    payments: {
      status: states,
      failure_reason: REASON_TEXTS[language],
      reason: REASON_TEXTS[language],
      recurring: { yes, no },
      recurring_interval: intervals,
    },
    refunds: {
      status: REFUND_TEXTS[language].statuses,
      failure_reason: REFUND_TEXTS[language].failures,
      kind: REFUND_TEXTS[language].kinds,
    },
    disputes: { status: REFUND_TEXTS[language].disputes.states, work: REFUND_TEXTS[language].disputes.works },
    links: {
      state: { ...LINK_TEXTS[language].states, open: LINK_TEXTS[language].open, ended: LINK_TEXTS[language].ended },
      amount_mode: LINK_TEXTS[language].amountModes,
    },
    checkout: { status: CHECKOUT_TEXTS[language].statuses },
    deliveries: { status: DELIVERY_TEXTS[language].statuses, event: DELIVERY_TEXTS[language].events },
    recurring: {
      status: RECURRING_TEXTS[language].states,
      state: RECURRING_TEXTS[language].states,
      interval: intervals,
    },
    ...operatorWords(language, method),
  };
  return { ...shared, ...own[list] };
}
