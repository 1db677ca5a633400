/** Texts for a native speaker to confirm, with the question about each. */
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
    question: 'Kreyòl: does _y ap pran montan sa a sou kat la chak mwa_ say that the card is charged each time?',
    paths: ['recurring'],
  },
  { question: 'Kreyòl: _Se … y ap pran sou kat la_.', paths: ['cardCharged'] },
  { question: 'Kreyòl: _sekirize_ or _an sekirite_?', paths: ['secure', 'toCardPage'] },
  { question: 'Kreyòl: comma or space between thousands? The wallets write a comma.', paths: ['pay'] },
  { question: 'French: _marchand_ is a street vendor too; is _commerçant_ better?', paths: ['merchant'] },
  {
    question: 'Kreyòl: are these three calm and clear for a customer who fears for their money?',
    paths: ['perhapsPaid', 'doNotPayAgain', 'waitTooLong'],
  },
  { question: 'Kreyòl: _an reta_ for money that came too late.', paths: ['titles.paid_late'] },
  {
    question: 'Kreyòl: _kapti ekran_ or _foto ekran_ for a screenshot? _Pataje_ for “Share”?',
    paths: ['receipt.keep'],
  },
  { question: 'Kreyòl: _swiv_ for “track”.', paths: ['privacy'] },
  {
    question: 'Kreyòl: _tout vann_ for “sold out”, or _fini_? _Sèvi deja_ for a link that was paid?',
    paths: ['link.soldOut', 'link.used'],
  },
];

/** Questions about the documentation, whose texts are not in the pages' catalogue. */
export const DOCS_TO_CONFIRM: readonly string[] = [
  'Kreyòl: _pasrèl_ for “gateway”: Haitian developers write it; _pòtay_ and _gateway_ are heard as well.',
  'Kreyòl: _mòd pwodiksyon_, _kle pwodiksyon_, _peman pwodiksyon_, or _live_, as Haitian gateways write?',
  'Kreyòl: _sandbox la_ as in English, or _mòd tès_ everywhere?',
  'Kreyòl: _sèvè ou a_ for the merchant’s program that receives webhooks.',
  'Kreyòl: _lis evènman_ for the events feed, and _kisè_ for its cursor.',
  'Kreyòl: _antèt_ and _kò_ for the headers and the body of a request; _okte_ for bytes; _egzadesimal_.',
  'Kreyòl: _esè_ for an attempt; _kòmand_ is an order and, in _liy kòmand_, a command.',
  'Kreyòl: _deviz_ for a currency, _founisè_ for a provider, _operatè_ for the operator of the gateway.',
  'Kreyòl: _fini_ for a payment that nothing changes any more, or _fini nèt_? _Reyisi_ for the sandbox’s result “pays”.',
  'Kreyòl: _kle idanpotans_.',
  'Kreyòl: _apèl_ for an endpoint, _objè_, _paramèt_; _kontestasyon_ for a dispute; _widget kat la_; _kad_ for a frame.',
  'Kreyòl: _vitrin_ for a storefront, _tablo kontwòl_ for a dashboard, _ekstansyon_ for a plugin, _travay otomatik_ for a scheduled task.',
  'French: _sandbox_ or _bac à sable_; _mode production_ or _mode réel_?',
  'French: _URL de rappel_ for the callback URL, _flux d’événements_, _limites de requêtes_ for rate limits.',
];

/** Questions about the console. */
export const CONSOLE_TO_CONFIRM: readonly string[] = [
  'Kreyòl: _verifikasyon an de etap_ for two-factor authentication (_faktè_ is the mailman too), _mwayen koneksyon_ for one factor. _Kòd sekou_ for recovery codes, _kle aksè_ for a passkey.',
  'Kreyòl: _diferans_ for a discrepancy, _rezoud_ for resolved; _konparezon_ for a reconciliation; _rejis_ for a provider’s records.',
  'Kreyòl: _debi_ for a charge of a subscription, _debite_ for charged, _sik_ for one due date, _renouvèlman_, _echeyans_.',
  'Kreyòl: _reprann_ for “resume”, _renouvle_ for “rotate” (a key, a secret), _reyinisyalize_ for “reset” (a password).',
  'Kreyòl: _jounal odit_, _eleman_ for the target of a change, _kanal_, _anprent_ for a hash, _chèn_ for the hash chain.',
  'Kreyòl: _sovgad_ for a backup, _restore_ for “restore”, _baz done_ for the database, _fil datant_ for queues.',
  'Kreyòl: _metadone_ or _metadata_; _mwatye nan mwens pase_ for the median; _kwonoloji_ for a timeline; _istorik_ or _istwa_ for a history.',
  'Kreyòl: _itilizatè_ for a user of the console, or _moun_?',
  'Kreyòl: is _alamen_ clear for a rate that is set manually (_to alamen_)?',
  'Kreyòl: _URL rapèl_ for the callback URL; _sit_ alone for a website; _ID_ for an identifier and _idantifyan_ for credentials.',
  'Kreyòl: _remèt_ for money returned to a customer, and _tounen_ for a refund whose money came back to the shop.',
  'Kreyòl: _bò founisè a_ for “at the provider”; _relve_ for a monthly statement; _poko fini_ for an open payment; _rete san rezilta_ for an overdue one.',
  'Kreyòl: quotation marks “…” or « … »?',
  'French: _écart_ for a discrepancy, _rapprochement_ for a reconciliation, _relevé_ for a monthly statement and _données_ for a provider’s records, _renouveler_ for “rotate”, _votre serveur_ for the endpoint, _droits_ for the scopes of a key.',
];
