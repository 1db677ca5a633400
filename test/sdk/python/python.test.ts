import { PYTHON } from '../support/languages.ts';
import { testPrograms } from '../support/program-suite.ts';

testPrograms(PYTHON);
