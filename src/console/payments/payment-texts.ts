import type { Language } from '../../messages/language.ts';
import { EN } from './payment-texts-en.ts';
import { FR } from './payment-texts-fr.ts';
import { HT } from './payment-texts-ht.ts';
import type { PaymentWords } from './payment-words.ts';

/** Of a payment's page, and of that which makes a test payment. */
export const PAYMENT_TEXTS: Readonly<Record<Language, PaymentWords>> = { en: EN, fr: FR, ht: HT };
