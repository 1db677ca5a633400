import { testCuts } from '../support/cuts-suite.ts';
import { PYTHON } from '../support/languages.ts';

testCuts(PYTHON);
