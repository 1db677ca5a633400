import { toMinor } from './amounts.js';

export function fieldsInJson                                            ({ amount, ...others }        )         {
  toMinor(amount);
  const digits = String(amount).replace(/^0+(?=\d)/, '');
  return JSON.stringify(others).replace(
    '{',
    Object.keys(others).length > 0 ? `{"amount":${digits},` : `{"amount":${digits}`,
  );
}
