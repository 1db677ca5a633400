import type { Exchange, HistoryEntry } from '../core/payment-history.ts';
import { printable } from '../platform/text/printable.ts';
import { timeText } from './time-text.ts';

/** The history of a payment, oldest first: one line for each entry, followed by its request and response. */
export function historyText(history: readonly HistoryEntry[], isLocal: boolean): string {
  if (history.length === 0) return 'No history yet. It shows customer steps, provider requests and notes.';
  return history
    .map((entry) => {
      const [first = '', ...more] = linesOf(entry).map(printable);
      return [`${timeText(entry.atUs, isLocal)}  ${entry.kind.padEnd(5)}  ${first}`, ...more.map(indented)].join('\n');
    })
    .join('\n');
}

function linesOf(entry: HistoryEntry): string[] {
  switch (entry.kind) {
    case 'step':
      return [[entry.step.name, ...Object.values(entry.step.facts ?? {})].join(' ')];
    case 'asked':
    case 'told':
      return exchangeLines(entry.exchange);
    case 'note': {
      const [first = '', ...more] = entry.text.split('\n');
      return [`${entry.author.name}: ${first}`, ...more];
    }
  }
}

function exchangeLines({ provider, operation, status, error, ms, request, response, isProven }: Exchange): string[] {
  const facts = [
    `${provider} ${operation}`,
    ...(status === null ? [] : [String(status)]),
    ...(ms === null ? [] : [`${ms} ms`]),
    ...(isProven === false ? ['unsigned'] : []),
    ...(error === null ? [] : [error]),
  ];
  return [
    facts.join(', '),
    ...(request === '' ? [] : [`> ${request}`]),
    ...(response === null || response === '' ? [] : [`< ${response}`]),
  ];
}

function indented(line: string): string {
  return `    ${line}`;
}
