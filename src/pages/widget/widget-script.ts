import { readFileSync } from 'node:fs';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES } from '../../platform/messages/language.ts';

/** The placeholder for texts in `peye.js`. */
const PLACE = "'TEXTS'";

/** The script for a shop's page: peye.js with its texts in every language. */
export function widgetScript(): string {
  const script = readFileSync(new URL('./peye.js', import.meta.url), 'utf8');
  const texts = LANGUAGES.map((language) => {
    const { unusable, unreachable, tryAgain } = TEXTS[language].widget;
    return [language, { unusable, unreachable, tryAgain }];
  });
  return script.replace(PLACE, () => JSON.stringify(Object.fromEntries(texts)));
}
