import { createHmac, timingSafeEqual } from 'node:crypto';

const TIMEOUT_MS = 30_000;

/** The calls that a shop makes to the gateway. `url` is the base URL of the gateway's API, `key` a `tk_…` key. */
export function connectToPeye({ url, key }) {
  const call = async (path, body) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'X-Api-Key': key, Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, ...(await response.json()) };
  };
  return {
    createPayment: (payment) => call('/payments', payment),
    readPayment: (transactionId) => call(`/payments/${transactionId}`),
    newestOfReference: (reference) => call(`/payments/reference/${encodeURIComponent(reference)}`),
  };
}

/** Whether a webhook's signature is the HMAC of its raw body under the website's secret, compared in constant time. */
export function isFromPeye(body, signature = '', secret = '') {
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature, 'latin1'), Buffer.from(expected))
  );
}
