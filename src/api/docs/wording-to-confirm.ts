/** What somebody who grew up with the language should say of texts, and which these are. */
export const TO_CONFIRM: readonly { readonly question: string; readonly paths: readonly string[] }[] = [
  {
    question: 'Kreyòl: *pa pase* as the title of a page, or *echwe*?',
    paths: ['titles.insufficient_balance', 'titles.declined', 'titles.expired_card'],
  },
  {
    question: 'Kreyòl: is *kòd verifikasyon* understood first, or *kòd konfimasyon*, *OTP*, *kòd ou resevwa pa SMS*?',
    paths: ['code', 'codeSent', 'errors.code', 'errors.codeEmpty'],
  },
  {
    question: 'Kreyòl: *bank ou*, *bank ou a* or *labank ou*? *Bank* alone is also the lottery shop.',
    paths: ['challengeText', 'cardWaiting', 'cardNotConfirmed', 'waitCard'],
  },
  { question: 'Kreyòl: *Yo refize peman an*, or *Peman an refize*?', paths: ['reasons.declined', 'outcomes.declined'] },
  { question: 'Kreyòl: is *alè* clear for “in time”?', paths: ['reasons.expired'] },
  { question: 'Kreyòl and French: CVC or CVV?', paths: ['cvc', 'errors.cvc'] },
  { question: 'Kreyòl: *balans lan* or *balans la*?', paths: ['outcomes.insufficient_balance'] },
  {
    question: 'Kreyòl: are *poukont li* and *chaje ankò* clear for a page that reloads by itself?',
    paths: ['reloads', 'reloadsNoMore', 'unavailableText'],
  },
  {
    question: 'Kreyòl: *sou sit machann nan*, or *kay machann nan*?',
    paths: ['returnToMerchant', 'notFoundText', 'tryAtMerchant'],
  },
  {
    question: 'Kreyòl: does *ap fèt ankò chak mwa* say that money is taken each time?',
    paths: ['recurring'],
  },
  { question: 'Kreyòl: *Se … y ap pran sou kat la*.', paths: ['cardCharged'] },
  { question: 'Kreyòl: *sekirize* or *an sekirite*?', paths: ['secure', 'toCardPage'] },
  { question: 'Kreyòl: comma or space between thousands? The wallets write a comma.', paths: ['pay'] },
  { question: 'French: *marchand* is a street vendor too; is *commerçant* better?', paths: ['merchant'] },
  {
    question: 'Kreyòl: are these three calm and clear, for somebody who fears for their money?',
    paths: ['perhapsPaid', 'doNotPayAgain', 'waitTooLong'],
  },
  { question: 'Kreyòl: *an reta* for money that came too late.', paths: ['titles.paid_late'] },
  { question: 'Kreyòl: *suiv* for “track”.', paths: ['privacy'] },
];
