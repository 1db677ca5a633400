import { createHmac, hash } from 'node:crypto';
import type { LakaypayCardSettings } from './settings.ts';

export interface RestRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body?: string | undefined;
}

/**
 * The headers that sign a call of the REST API: over host, time, method with path, merchant and, when there is a body,
 * its digest. The key is the decoded base64 of the shared secret.
 */
export function signedHeaders(
  { merchantId, restKeyId, restSharedSecret }: LakaypayCardSettings,
  { method, url, body }: RestRequest,
  nowMs: number,
): Record<string, string> {
  const signed = {
    host: url.host,
    date: new Date(nowMs).toUTCString(),
    'request-target': `${method.toLowerCase()} ${url.pathname}${url.search}`,
    ...(body !== undefined && { digest: `SHA-256=${hash('sha256', body, 'base64')}` }),
    'v-c-merchant-id': merchantId,
  };
  const text = Object.entries(signed)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const signature = createHmac('sha256', Buffer.from(restSharedSecret, 'base64')).update(text).digest('base64');
  const { 'request-target': _, ...headers } = signed;
  return {
    ...headers,
    signature: `keyid="${restKeyId}", algorithm="HmacSHA256", headers="${Object.keys(signed).join(' ')}", signature="${signature}"`,
  };
}
