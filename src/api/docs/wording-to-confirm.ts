/** What somebody who grew up with the language should say of texts, and which these are. */
export const TO_CONFIRM: readonly { readonly question: string; readonly paths: readonly string[] }[] = [
  {
    question: 'Kreyòl: _pa pase_ as the title of a page, or _echwe_?',
    paths: ['titles.insufficient_balance', 'titles.declined', 'titles.expired_card'],
  },
  {
    question: 'Kreyòl: is _kòd verifikasyon_ understood first, or _kòd konfimasyon_, _OTP_, _kòd ou resevwa pa SMS_?',
    paths: ['code', 'codeSent', 'errors.code', 'errors.codeEmpty'],
  },
  {
    question: 'Kreyòl: _bank ou_, _bank ou a_ or _labank ou_? _Bank_ alone is also the lottery shop.',
    paths: ['challengeText', 'cardWaiting', 'cardNotConfirmed', 'waitCard'],
  },
  { question: 'Kreyòl: _Yo refize peman an_, or _Peman an refize_?', paths: ['reasons.declined', 'outcomes.declined'] },
  { question: 'Kreyòl: is _alè_ clear for “in time”?', paths: ['reasons.expired'] },
  { question: 'Kreyòl: _Ekspire (MM/AA)_ as a short label for the date on a card.', paths: ['expiry'] },
  { question: 'Kreyòl and French: CVC or CVV?', paths: ['cvc', 'errors.cvc'] },
  { question: 'Kreyòl: _balans lan_ or _balans la_?', paths: ['outcomes.insufficient_balance'] },
  {
    question: 'Kreyòl: are _poukont li_ and _chaje ankò_ clear for a page that reloads by itself?',
    paths: ['reloads', 'reloadsNoMore', 'stopReloading', 'unavailableText'],
  },
  {
    question: 'Kreyòl: _sou sit machann nan_, or _kay machann nan_?',
    paths: ['returnToMerchant', 'notFoundText', 'tryAtMerchant'],
  },
  {
    question: 'Kreyòl: does _ap fèt ankò chak mwa_ say that money is taken each time?',
    paths: ['recurring'],
  },
  { question: 'Kreyòl: _Se … y ap pran sou kat la_.', paths: ['cardCharged'] },
  { question: 'Kreyòl: _sekirize_ or _an sekirite_?', paths: ['secure', 'toCardPage'] },
  { question: 'Kreyòl: comma or space between thousands? The wallets write a comma.', paths: ['pay'] },
  { question: 'French: _marchand_ is a street vendor too; is _commerçant_ better?', paths: ['merchant'] },
  {
    question: 'Kreyòl: are these three calm and clear, for somebody who fears for their money?',
    paths: ['perhapsPaid', 'doNotPayAgain', 'waitTooLong'],
  },
  { question: 'Kreyòl: _an reta_ for money that came too late.', paths: ['titles.paid_late'] },
  {
    question: 'Kreyòl: _kapti ekran_ or _foto ekran_ for a screenshot? _Pataje_ for “Share”?',
    paths: ['receipt.keep'],
  },
  { question: 'Kreyòl: _suiv_ for “track”.', paths: ['privacy'] },
];

/** The same of the documentation, whose words are no texts of the pages. */
export const DOCS_TO_CONFIRM: readonly string[] = [
  'Kreyòl: _pasrèl_ for “gateway”: Haitian developers write it; _pòtay_ and _gateway_ are heard as well.',
  'Kreyòl: _mòd pwodiksyon_, _kle pwodiksyon_, _peman pwodiksyon_, or _live_, as Haitian gateways write?',
  'Kreyòl: _sandbox la_ as in English, or _mòd tès_ everywhere?',
  'Kreyòl: _pwogram k ap resevwa_ for the receiver of webhooks.',
  'Kreyòl: _lis evènman_ for the events feed, and _kisè_ for its cursor.',
  'Kreyòl: _antèt_ and _kò_ for the headers and the body of a request; _okte_ for bytes; _egzadesimal_.',
  'Kreyòl: _esè_ for an attempt; _kòmand_ is an order and, in _liy kòmand_, a command.',
  'Kreyòl: _deviz_ for a currency, _founisè_ for a provider, _operatè_ for whoever runs the gateway.',
  'Kreyòl: _final_ for a payment that nothing changes any more, or _fini nèt_?',
  'Kreyòl: _kle idanpotans_.',
  'French: _sandbox_ or _bac à sable_; _mode production_ or _mode réel_?',
  'French: _URL de rappel_ for the callback URL, _récepteur_, _flux d’événements_.',
];
