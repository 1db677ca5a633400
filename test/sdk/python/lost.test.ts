import { PYTHON } from '../support/languages.ts';
import { testLostCreations } from '../support/lost-suite.ts';

const { name, skip, command, forms } = PYTHON;
testLostCreations({ name, skip, run: () => ({ command: command('lost'), env: forms[0]!.env }) });
