import { fileURLToPath } from 'node:url';

/** A language of the SDKs whose programs run in their own processes. */
export interface Language {
  readonly name: 'PHP' | 'Python';
  /** Why the language cannot be run here; false if it can. */
  readonly skip: string | false;
  /** The forms in which the SDK is distributed, each with the environment variables that make programs use it. */
  readonly forms: readonly { readonly name: string; readonly env: Record<string, string> }[];
  /** The command that runs a program of `test/sdk/LANGUAGE`, by its name without the extension. */
  command(program: string): readonly [string, ...string[]];
}

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

export const PHP: Language = {
  name: 'PHP',
  skip: process.env.PHP_CURL_PATH ? false : 'no PHP with curl: PHP_CURL_PATH is not set',
  forms: [
    { name: 'from its sources', env: { PEYE_SDK: 'sources' } },
    { name: 'as one file', env: { PEYE_SDK: 'one-file' } },
  ],
  command: (program) => [process.env.PHP_CURL_PATH!, path(`test/sdk/php/${program}.php`)],
};

export const PYTHON: Language = {
  name: 'Python',
  skip: process.env.PYTHON_PATH ? false : 'no Python: PYTHON_PATH is not set',
  forms: [{ name: 'from its sources', env: { PYTHONPATH: path('sdk/python/src') } }],
  command: (program) => [process.env.PYTHON_PATH!, path(`test/sdk/python/${program}.py`)],
};
