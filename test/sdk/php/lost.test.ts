import { PHP } from '../support/languages.ts';
import { testLostCreations } from '../support/lost-suite.ts';

const { name, skip, command, forms } = PHP;
testLostCreations({ name, skip, run: () => ({ command: command('lost'), env: forms[0]!.env }) });
