import type { Exchange, HistoryEntry, Step, StepFacts } from '../../core/payment-history.ts';
import { sideOf } from '../../core/roles.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import type { TimelineEntry } from './timeline-entry.ts';

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
      return { atUs, title: texts.steps[entry.step.name], more: stepFacts(language, entry.step) };
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
          provider: entry.exchange.provider,
          operation: entry.exchange.operation,
        }),
        more: exchangeView(texts, entry.exchange),
      };
  }
}

/** The details of a step. That a page was shown needs no details. */
function stepFacts(language: Language, { facts = {} }: Step): Html | '' {
  const { place, result, ...others }: StepFacts = facts;
  const states: Readonly<Record<string, string>> = STATE_TEXTS[language];
  const known = [
    place === 'widget' ? PAYMENT_TEXTS[language].inWidget : undefined,
    // `waiting`: the provider has the payment, and decides its outcome.
    result === undefined || result === 'waiting' ? undefined : (states[result] ?? result),
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
