import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/core/payment.ts';
import { logTelemetry } from '../../src/platform/log/log-telemetry.ts';
import { httpClient } from '../../src/platform/network/http.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';
import { settingsReader } from '../../src/platform/settings-reader.ts';
import { CREDENTIALS, readLiveSettings } from '../../src/providers/live-settings.ts';
import type { Provider } from '../../src/providers/provider.ts';
import { liveProviders } from '../../src/providers/registry.ts';
import { sandboxProvider } from '../../src/providers/sandbox/provider.ts';

/** The files of every provider's folder. */
const ALWAYS = ['provider.ts', 'settings.ts', 'provider-data.ts', 'create.ts', 'verify.ts'];

/** Files that a folder has if, and only if, its provider has one of these members. */
const FILES: Readonly<Record<string, readonly (keyof Provider)[]>> = {
  'client.ts': ['checkCredentials'],
  'notification.ts': ['notification'],
  'page.ts': ['form', 'hostedForm', 'hostedPage', 'cardFields', 'widget'],
  'list-charges.ts': ['list'],
  'charge.ts': ['chargeToken', 'findCharge'],
  'give-up.ts': ['giveUp'],
};

/** Members that a provider may have only together with others, or never together. */
const RULES: readonly (readonly [rule: string, isBroken: (provider: Partial<Provider>) => boolean])[] = [
  [
    'has one way to pay',
    (one) => [one.form, one.hostedForm, one.hostedPage, one.cardFields].filter(Boolean).length > 1,
  ],
  ['opens the widget that shows its card fields', (one) => one.cardFields !== undefined && one.widget === undefined],
  ['can be simulated only where no money moves', (one) => one.simulate !== undefined && one.isLocal !== true],
  ['collects cards and PINs only where no money moves', (one) => one.form !== undefined && one.isLocal !== true],
  [
    'sends no request when it is local',
    (one) => one.isLocal === true && (one.create ?? one.checkCredentials) !== undefined,
  ],
  ['can say whether its credentials work', (one) => one.isLocal !== true && one.checkCredentials === undefined],
  ['checks its records before it charges', (one) => !one.isLocal && !!one.chargeToken && !one.findCharge],
  ['says how late its records are', (one) => !!one.findCharge && (!one.list || one.searchLagUs === undefined)],
];

function brokenRules(provider: Partial<Provider>): string[] {
  return RULES.filter(([, isBroken]) => isBroken(provider)).map(([rule]) => rule);
}

/** Plausible credentials, so that every provider is created; no request is sent. */
const CREDENTIALS_OF_NOBODY = Object.fromEntries(
  CREDENTIALS.map((name) => [name, name.includes('PUBLISHABLE') ? 'pk_live_1' : 'AAAA']),
);

function filesOf(folder: string): string[] {
  return globSync(`src/providers/${folder}/*.ts`, { cwd: new URL('../..', import.meta.url) }).map(
    (path) => path.split('/').at(-1) ?? '',
  );
}

/** Returns the faults in the files of this provider's folder, one line each. */
function misshapen(files: readonly string[], provider: Partial<Provider>): string[] {
  const missing = ALWAYS.filter((file) => !files.includes(file)).map((file) => `${file} is missing`);
  const wrong = Object.entries(FILES).flatMap(([file, members]) => {
    const offered = members.filter((member) => provider[member] !== undefined);
    if (offered.length > 0) return files.includes(file) ? [] : [`${file} is missing for ${offered}`];
    return files.includes(file) ? [`${file} is there for nothing that is offered`] : [];
  });
  return [...missing, ...wrong];
}

describe('the folders of the providers', async () => {
  const { http, close } = httpClient();
  const deps = {
    clock: () => 0,
    http,
    telemetry: logTelemetry,
    box: secretBox(Buffer.alloc(32)),
    publicUrl: 'https://pay.example',
  };
  const live = await liveProviders(readLiveSettings(settingsReader(CREDENTIALS_OF_NOBODY, CREDENTIALS)), deps);
  await close();
  const sandbox = sandboxProvider({ autoCompleteSeconds: null, expirySeconds: 3600 }, deps);

  it('are one for each live method, and one for the sandbox', () => {
    const folders = globSync('src/providers/*/', { cwd: new URL('../..', import.meta.url) });
    assert.deepEqual(folders.map((path) => path.split('/')[2]).sort(), [...PAYMENT_METHODS, 'sandbox'].sort());
    assert.deepEqual(Object.keys(live).sort(), [...PAYMENT_METHODS].sort());
  });

  for (const name of [...PAYMENT_METHODS, 'sandbox'] as const) {
    it(`${name} has the same files as the other providers for the same members`, () => {
      const provider = name === 'sandbox' ? sandbox : live[name as PaymentMethod];
      assert.ok(provider);
      assert.equal(provider.name, name);
      assert.deepEqual(misshapen(filesOf(name), provider), []);
    });

    it(`${name} breaks no rule about members that belong together`, () => {
      const provider = name === 'sandbox' ? sandbox : live[name as PaymentMethod];
      assert.deepEqual(brokenRules(provider ?? {}), []);
    });
  }

  it('are reported if a file is missing or not needed', () => {
    const files = filesOf('card');
    const { card } = live;
    assert.ok(card);
    assert.deepEqual(
      misshapen(
        files.filter((file) => file !== 'verify.ts' && file !== 'list-charges.ts'),
        card,
      ),
      ['verify.ts is missing', 'list-charges.ts is missing for list'],
    );
    assert.deepEqual(misshapen([...files, 'charge.ts'], card), ['charge.ts is there for nothing that is offered']);
  });
});

it('a provider that breaks the rules about its members is found', () => {
  const chargeToken: Provider['chargeToken'] = () => Promise.reject(new Error('never called'));
  assert.deepEqual(brokenRules({ chargeToken, hostedPage: () => '', hostedForm: () => undefined }), [
    'has one way to pay',
    'can say whether its credentials work',
    'checks its records before it charges',
  ]);
});

/** Code that may mention `provider_data`, because it stores the data or passes it on. */
const CARRIERS = /^src\/(?:core|database|features)\//;
/** Code that reads the stored data: it parses the data, cuts it, searches in it or reads one of its members. */
const LOOKED_INTO =
  /(?:parse\w*|test|exec|match)\(\s*[\w.]*providerData|providerData(?:\s*\?\?\s*'[^']*'\))?[?!]?\.[a-z]|providerData\s*\[/i;
/** A decision by the mode of a payment. The mode decides which provider serves the payment, not what a page does. */
const FORK_ON_MODE = /\bmode\s*(?:===|!==)\s*'(?:test|live)'\s*(?:\)|&&|\|\||\?)/;

describe('code outside src/providers', () => {
  const sources = globSync('src/**/*.ts', { cwd: new URL('../..', import.meta.url) })
    .filter((path) => !path.startsWith('src/providers/'))
    .map((path) => ({ path, text: readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8') }));

  it('passes the stored data of providers on, and never reads it', () => {
    assert.ok(sources.length > 100, 'the sources were found');
    const found = sources.filter(
      ({ path, text }) =>
        LOOKED_INTO.test(text) ||
        (/provider_?data/i.test(text) && !CARRIERS.test(path) && !path.startsWith('src/cli/')),
    );
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    );
  });

  it('lets pages branch on the capabilities of a provider, and never on the mode', () => {
    const found = sources.filter(({ path, text }) => /^src\/(?:pages|inbound)\//.test(path) && FORK_ON_MODE.test(text));
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    );
  });

  it('is checked by patterns that find both faults', () => {
    for (const text of [
      "JSON.parse(payment.providerData ?? '{}')",
      'parseObject(providerData)',
      'payment.providerData?.includes(x)',
      'providerData.slice(1)',
    ]) {
      assert.match(text, LOOKED_INTO);
    }
    for (const text of [
      'providerData !== payment.providerData',
      'providerData: row.provider_data,',
      '{ providerData, providerRef }',
    ]) {
      assert.doesNotMatch(text, LOOKED_INTO);
    }
    assert.match("if (payment.mode === 'live') return x;", FORK_ON_MODE);
    assert.match("return payment.mode === 'test' ? a : b;", FORK_ON_MODE);
    assert.doesNotMatch("isTest: payment.mode === 'test',", FORK_ON_MODE);
  });
});
