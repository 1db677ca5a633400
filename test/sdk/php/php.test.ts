import { PHP } from '../support/languages.ts';
import { testPrograms } from '../support/program-suite.ts';

testPrograms(PHP);
