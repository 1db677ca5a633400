import { CommandFailure } from './shared/platform/command-failure.js';
import { Peye } from './sdk/index.js';
import {                  findConnection } from './profiles.js';

export function usage(message        )                 {
  return new CommandFailure(message, { exitCode: 2 });
}

export function text(values        , name        )                     {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function connectionOf(values        )             {
  return findConnection({ profile: profileOf(values), url: text(values, 'url'), key: text(values, 'key') });
}

export function profileOf(values        )         {
  return text(values, 'profile') ?? 'default';
}

export function clientOf({ url, key }            )       {
  return new Peye({ apiKey: key, baseUrl: url });
}

export function limitOf(values        )         {
  const limit = text(values, 'limit') ?? '20';
  if (!/^(?:[1-9]\d?|100)$/.test(limit)) throw usage('--limit is a number from 1 to 100');
  return Number(limit);
}

export function requireTestKey({ key }            , command        )       {
  if (!key.startsWith('tk_test_')) throw new CommandFailure(`${command} needs a test key (tk_test_…)`);
}
