import { ProviderUnavailable, type UnavailableWhy } from '../../providers/provider.ts';

const SENTENCES: Readonly<Record<UnavailableWhy, string>> = {
  silent: 'The payment provider did not respond.',
  credentials: "The payment provider rejected the gateway's credentials.",
  unusable: 'The payment provider cannot be used right now.',
};

/** The wording in log lines. */
const IN_LOG: Readonly<Record<UnavailableWhy, string>> = {
  silent: 'the provider did not respond',
  credentials: "the provider rejected the gateway's credentials",
  unusable: 'the provider sent no usable response',
};

/** Why a provider gave no usable response. */
export function faultOf(error: unknown): UnavailableWhy {
  return error instanceof ProviderUnavailable ? error.why : 'unusable';
}

/** The wording of the fault in a log line. */
export function faultInLog(error: ProviderUnavailable): string {
  return IN_LOG[error.why];
}

/** The sentence that a merchant sees when a provider gave no usable response. */
export function providerFault(error: unknown): string {
  return SENTENCES[faultOf(error)];
}

const LONGEST_WORD = 200;

/** A provider's status or error as it is stored: cut, and without the characters that no store accepts. */
export function storableWord(word: string): string {
  return word
    .slice(0, LONGEST_WORD)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
}
