import type { Exchange, HistoryEntry, Step, StepFacts, StepName } from '../../core/payment-history.ts';
import { sideOf } from '../../core/roles.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { providerName } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';

/** Entries of the same second are in this order: causes of the outcome, the outcome, and its consequences. */
export const [FIRST, OUTCOME, AFTER] = [-1, 1, 2];

/** An event in a payment's timeline. */
export interface TimelineEntry {
  /** Microseconds since 1970. */
  readonly atUs: number;
  /** Its place among the entries of the same second; 0 by default. */
  readonly order?: number;
  readonly title: string;
  readonly more?: Html | '';
}

/**
 * A payment's history for its timeline: the customer's steps; for the operator's users also the queries to the provider, its responses, and
 * notes, which they write for each other.
 */
export function historyEntries({ language, who }: SignedInContext, history: readonly HistoryEntry[]): TimelineEntry[] {
  const isOperators = sideOf(who.user.role) === 'operator';
  return history.filter(({ kind }) => isOperators || kind === 'step').map((entry) => timelineEntry(language, entry));
}

function timelineEntry(language: Language, entry: HistoryEntry): TimelineEntry {
  const texts = PAYMENT_TEXTS[language];
  const { atUs } = entry;
  switch (entry.kind) {
    case 'step':
      return {
        atUs,
        order: entry.step.name === 'outcome_seen' ? AFTER : 0,
        title: stepTitle(language, entry.step),
        more: stepFacts(language, entry.step),
      };
    case 'note':
      return {
        atUs,
        title: texts.noteBy({ name: entry.author.name }),
        more: html`<p class="note"><bdi>${entry.text}</bdi></p>`,
      };
    case 'asked':
    case 'told':
      return {
        atUs,
        title: (entry.kind === 'asked' ? texts.requestTo : texts.notificationFrom)({
          provider: providerName(entry.exchange.provider),
          operation: entry.exchange.operation,
        }),
        more: exchangeView(texts, entry.exchange),
      };
  }
}

/** The name of a step, by the customer or by a user of the console in the customer's place. */
export function stepTitle(language: Language, { name, facts }: Step): string {
  const { steps, consoleSteps } = PAYMENT_TEXTS[language];
  const byConsole: Readonly<Partial<Record<StepName, string>>> = consoleSteps;
  return (facts?.by === 'console' && byConsole[name]) || steps[name];
}

/** The details of a step. A shown page has none. */
function stepFacts(language: Language, { name, facts = {} }: Step): Html | '' {
  const { place, result, by: _, ...others }: StepFacts = facts;
  const states: Readonly<Record<string, string>> = STATE_TEXTS[language];
  const known = [
    place === 'widget' ? PAYMENT_TEXTS[language].inWidget : undefined,
    // `waiting`: the provider has the payment, and decides its outcome. The outcome is a separate entry.
    result === undefined || result === 'waiting' || name === 'outcome_seen' ? undefined : (states[result] ?? result),
    ...Object.values(others),
  ].filter((each) => each !== undefined);
  return known.length === 0 ? '' : html`<p><bdi>${known.join(' · ')}</bdi></p>`;
}

function exchangeView(
  texts: (typeof PAYMENT_TEXTS)[Language],
  { status, error, ms, request, response, isProven }: Exchange,
): Html {
  const isMessage = isProven !== null;
  const parts = [
    status ?? (isMessage ? null : texts.noAnswer),
    error,
    ms === null ? null : texts.ms({ ms }),
    isMessage ? (isProven ? texts.isProven : texts.notProven) : null,
  ].filter((each) => each !== null);
  const part = (label: string, text: string | null) =>
    text === null ? '' : html`<details><summary>${label}</summary><pre tabindex="0">${text}</pre></details>`;
  return html`<p><bdi>${parts.join(' · ')}</bdi></p>${part(texts.request, request)}${part(texts.answer, response)}`;
}
