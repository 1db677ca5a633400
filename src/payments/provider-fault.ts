import { ProviderUnavailable, type UnavailableWhy } from '../providers/provider.ts';

const SENTENCES: Readonly<Record<UnavailableWhy, string>> = {
  silent: 'The payment provider did not respond.',
  credentials: "The payment provider rejected the gateway's credentials.",
  unusable: 'The payment provider cannot be used right now.',
};

/** What a merchant is shown of a provider that gave no usable response, as one sentence. */
export function providerFault(error: unknown): string {
  return SENTENCES[error instanceof ProviderUnavailable ? error.why : 'unusable'];
}
