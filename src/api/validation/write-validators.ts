import { writeFileSync } from 'node:fs';
import { validatorsText } from './validators-text.ts';

writeFileSync(new URL('./validators.ts', import.meta.url), await validatorsText());
