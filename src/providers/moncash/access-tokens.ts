import { US_PER_SECOND } from '../../core/durations.ts';
import type { Log } from '../../platform/log/log.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';
import { callProvider } from '../provider-call.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { MoncashClient, MoncashSettings } from './settings.ts';

const TIMEOUT_MS = 10_000;
/** MonCash documents 59 seconds. Other integrations rely on at most 50. */
const LONGEST_LIFE_SECONDS = 50;
/** Enough time for a call, so that a token does not expire during it. */
const MARGIN_SECONDS = 5;

export interface AccessTokens {
  /** A valid token. Throws ProviderUnavailable when none can be obtained. */
  get(log: Log): Promise<string>;
  /** Discards a token that was refused. */
  drop(token: string): void;
}

/** Stores the access token for its lifetime, and requests one at a time, however many calls wait for it. */
export function accessTokens(
  { apiUrl }: Pick<MoncashSettings, 'apiUrl'>,
  { client, names }: { readonly client: MoncashClient; readonly names: readonly string[] },
  deps: Pick<ProviderDeps, 'http' | 'telemetry' | 'clock'>,
): AccessTokens {
  const { clock } = deps;
  let kept: { readonly token: string; readonly askedAtUs: number; readonly usableUntilUs: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (log: Log) => {
    const askedAtUs = clock();
    const { token, lifeSeconds } = await requestToken({ ...client, apiUrl, names }, deps, log);
    kept = {
      token,
      askedAtUs,
      usableUntilUs: askedAtUs + (Math.min(lifeSeconds, LONGEST_LIFE_SECONDS) - MARGIN_SECONDS) * US_PER_SECOND,
    };
    return token;
  };
  return {
    async get(log) {
      const nowUs = clock();
      // By a clock that has stepped back, a token's age is unknown.
      if (kept && nowUs >= kept.askedAtUs && nowUs < kept.usableUntilUs) return kept.token;
      asking ??= ask(log).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    drop(token) {
      // Another call may have got a new one in the meantime.
      if (kept?.token === token) kept = undefined;
    },
  };
}

async function requestToken(
  {
    apiUrl,
    clientId,
    clientSecret,
    names,
  }: MoncashClient & { readonly apiUrl: string; readonly names: readonly string[] },
  { http, telemetry }: Pick<ProviderDeps, 'http' | 'telemetry'>,
  log: Log,
): Promise<{ token: string; lifeSeconds: number }> {
  const { status, text } = await callProvider(
    { http, telemetry, log },
    { provider: 'moncash', operation: 'token' },
    {
      method: 'POST',
      url: `${apiUrl}/oauth/token`,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: 'scope=read,write&grant_type=client_credentials',
      timeoutMs: TIMEOUT_MS,
    },
    { credentials: names },
  );
  if (status === 401 || status === 403) {
    throw new ProviderUnavailable(`moncash token: MonCash does not know the credentials (${status})`, {
      why: 'credentials',
    });
  }
  const response = status === 200 ? parseObject(text) : undefined;
  const token = response?.access_token;
  // The token becomes part of a header.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    throw new ProviderUnavailable(`moncash token: no access token in the response (${status})`);
  }
  const lifeSeconds = Number(response?.expires_in);
  return { token, lifeSeconds: lifeSeconds > 0 ? lifeSeconds : LONGEST_LIFE_SECONDS };
}
