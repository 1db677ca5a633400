import { createHash, createHmac } from 'node:crypto';
import type { Profile } from './profile.ts';

const CLOCK_TOLERANCE_MS = 5 * 60_000;

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined when there is none. */
  readonly body: Buffer | undefined;
}

/** Why a call is refused with 401; undefined when its HTTP signature is good. */
export function refuseCall(profile: Profile, request: SignedRequest, nowMs: number): string | undefined {
  const { headers, body } = request;
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const given = new Map<string, string>();
  const signed = header('signature') ?? '';
  if (!/^\w+="[^"]*"(, ?\w+="[^"]*")*$/.test(signed)) return 'the signature header cannot be read';
  for (const [, key = '', value = ''] of signed.matchAll(/(\w+)="([^"]*)"/g)) given.set(key, value);
  if (given.get('keyid') !== profile.restKeyId) return 'the key is not known';
  if (given.get('algorithm') !== 'HmacSHA256') return 'the algorithm is not HmacSHA256';
  const names = (given.get('headers') ?? '').split(' ');
  const target = names.find((name) => name === 'request-target' || name === '(request-target)');
  const date = names.find((name) => name === 'date' || name === 'v-c-date');
  if (!names.includes('host')) return 'host is not signed';
  if (target === undefined) return 'request-target is not signed';
  if (date === undefined) return 'date is not signed';
  if (!names.includes('v-c-merchant-id')) return 'v-c-merchant-id is not signed';
  if (header('v-c-merchant-id') !== profile.merchantId) return 'the merchant is not known';
  if (body !== undefined) {
    if (!names.includes('digest')) return 'digest is not signed';
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
    if (header('digest') !== digest) return 'the digest is not that of the body';
  }
  const time = header(date) ?? '';
  if (!/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(time)) return 'the date is not of the form of RFC 1123';
  if (!(Math.abs(nowMs - Date.parse(time)) <= CLOCK_TOLERANCE_MS)) return 'the date is not of these five minutes';
  const lines: string[] = [];
  for (const name of names) {
    const value = name === target ? `${request.method.toLowerCase()} ${request.target}` : header(name);
    if (value === undefined) return `${name} is signed, but not there`;
    lines.push(`${name}: ${value}`);
  }
  const hmac = createHmac('sha256', Buffer.from(profile.restSharedSecret, 'base64'));
  const signature = hmac.update(lines.join('\n'), 'utf8').digest('base64');
  return given.get('signature') === signature ? undefined : 'the signature is wrong';
}
