import { readdirSync } from 'node:fs';
import { after, before, type TestContext, test } from 'node:test';
import { type Engine, onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';
import { asserts } from './contract-document.ts';

/** A test of the contract, and the rows of `docs/contract.md` that it holds the gateway to. */
export interface PromisedTest {
  readonly rows: readonly string[];
  readonly name: string;
  /** Whether it asserts something. */
  readonly asserts: boolean;
}

/**
 * Declares a test that proves the rows it names. A test takes no options, so that none can be skipped: a row with a test
 * has one that runs.
 */
export type DeclarePromise = (
  rows: readonly string[],
  name: string,
  run: (gateway: TestGateway, t: TestContext, engine: Engine) => Promise<void>,
) => void;

/** Set while `rows.test.ts` loads the other files: then tests are noted instead of registered. */
let collected: PromisedTest[] | undefined;

/** The options of a suite's gateway, and `close`, which releases what they use after the gateway has stopped. */
export interface SuiteOptions extends TestGatewayOptions {
  readonly close?: () => Promise<void>;
}

/**
 * A suite of contract tests on both engines. Its tests share one gateway. If `options` is a function, they also share what it
 * starts.
 *
 * @param concurrency whether its tests run at the same time, for tests that wait and do not disturb each other
 */
export function contractSuite(
  name: string,
  declare: (promise: DeclarePromise) => void,
  options: TestGatewayOptions | (() => Promise<SuiteOptions>) = {},
  { concurrency = false } = {},
): void {
  const noted = collected;
  if (noted) {
    declare((rows, testName, run) => noted.push({ rows, name: `${name}: ${testName}`, asserts: asserts(String(run)) }));
    return;
  }
  const suite = (engine: Engine) => {
    let gateway: TestGateway;
    let suiteOptions: SuiteOptions = {};
    before(async () => {
      suiteOptions = typeof options === 'function' ? await options() : options;
      gateway = await startTestGateway(engine, suiteOptions);
    });
    after(async () => {
      await gateway?.stop();
      await suiteOptions.close?.();
    });
    declare((_rows, testName, run) => {
      test(testName, (t) => run(gateway, t, engine));
    });
  };
  onBothEngines(name, suite, { concurrency });
}

/** The tests that the other files of this folder declare. */
export async function collectPromises(): Promise<PromisedTest[]> {
  const folder = new URL('./', import.meta.url);
  const found: PromisedTest[] = [];
  collected = found;
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.test.ts') && file !== 'rows.test.ts') await import(new URL(file, folder).href);
  }
  collected = undefined;
  return found;
}
