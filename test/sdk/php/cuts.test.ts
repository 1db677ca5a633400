import { testCuts } from '../support/cuts-suite.ts';
import { PHP } from '../support/languages.ts';

testCuts(PHP);
