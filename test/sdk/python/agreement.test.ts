import { readFileSync } from 'node:fs';
import { testAgreement } from '../support/agreement-suite.ts';
import { PYTHON } from '../support/languages.ts';

testAgreement(PYTHON, () => {
  const text = readFileSync(new URL('../../../sdk/python/pyproject.toml', import.meta.url), 'utf8');
  return /^version = "(.*)"$/m.exec(text)?.[1] ?? '';
});
