import { readFileSync } from 'node:fs';
import { testAgreement } from '../support/agreement-suite.ts';
import { PHP } from '../support/languages.ts';

testAgreement(
  PHP,
  () => JSON.parse(readFileSync(new URL('../../../sdk/php/composer.json', import.meta.url), 'utf8')).version,
);
