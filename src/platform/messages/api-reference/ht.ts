/** The texts of the API's description in Kreyòl, by the English text. Markdown. */
export const ht: Readonly<Record<string, string>> = {
  "The amount is below the method's minimum; the message states the limit.":
    'Montan an pi piti pase minimòm mwayen peman an; mesaj la bay limit la.',
  "The amount is above the method's maximum; the message states the limit.":
    'Montan an pi gwo pase maksimòm mwayen peman an; mesaj la bay limit la.',
  'The method is disabled for the website or, in live mode, has no provider credentials.':
    'Mwayen peman an pa aktive pou sit la oswa, an mòd pwodiksyon, founisè peman an poko konfigire.',
  'The payment method does not allow this refund; the message says what is possible.':
    'Mwayen peman an pa pèmèt ranbousman sa a; mesaj la di sa ki posib.',
  'The provider declined the payment. You can show the message to the customer. The payment is stored as failed.':
    'Founisè peman an refize peman an. Ou ka montre kliyan an mesaj la. Peman an anrejistre kòm echwe.',
  'The request is not valid HTTP.': 'Demann lan se pa yon HTTP ki valab.',
  'The X-Api-Key header is missing or empty.': 'Antèt ki pote kle a manke oswa li vid.',
  'The key does not exist, has expired, or was rotated and its overlap is over. Do not retry in a loop.':
    'Kle a pa egziste, li ekspire, oswa li renouvle epi ansyen valè a pa mache ankò. Pa eseye ankò san rete.',
  'The key exists but was deactivated.': 'Kle a egziste, men li dezaktive.',
  'The website of the key was deactivated.': 'Sit kle a dezaktive.',
  'The key may not do this. Test helpers accept only test keys, and a key may be restricted to addresses and scopes. The message gives the reason.':
    'Kle a pa gen dwa sa a. Zouti tès yo aksepte kle tès sèlman, epi yon kle ka limite a kèk adrès ak kèk dwa. Mesaj la bay rezon an.',
  'The operator has not approved the website for live `card` payments.':
    'Operatè a poko apwouve sit la pou peman `card` an pwodiksyon.',
  'The events feed was requested with a live key.': 'Yo mande lis evènman yo ak yon kle pwodiksyon.',
  "No payment of this key's website and mode matches.": 'Okenn peman nan sit ak mòd kle sa a pa koresponn.',
  "No refund of this key's website and mode has this id.":
    'Okenn ranbousman nan sit ak mòd kle sa a pa gen idantifyan sa a.',
  'The path is unknown, or cannot be decoded.': 'Nou pa konnen chemen an, oswa nou pa ka li l.',
  'The path exists, but does not support this HTTP method.': 'Chemen an egziste, men li pa aksepte metòd HTTP sa a.',
  'The request did not arrive completely in time. Nothing was done.': 'Demann lan pa t rive nèt alè. Anyen pa t fèt.',
  'A test helper was called for a payment that is already completed or failed.':
    'Yo rele yon zouti tès pou yon peman ki reyisi oswa echwe deja.',
  'Only completed payments can be refunded.': 'Se peman ki reyisi sèlman ki ka ranbouse.',
  'All refunds of a payment together cannot exceed what was paid; the message states what is left.':
    'Tout ranbousman yon peman ansanm pa ka depase sa kliyan an te peye; mesaj la di konbyen ki rete.',
  'The id names a refund with another payment, amount or reason. Use a new id for another refund.':
    'Idantifyan an se pou yon ranbousman ki gen yon lòt peman, yon lòt montan oswa yon lòt rezon. Pran yon nouvo idantifyan pou yon lòt ranbousman.',
  'The body is over 64 KiB.': 'Kò a depase 64 KiB.',
  'The Content-Type of the body is not JSON.': 'Tip kò a se pa JSON.',
  'A field is missing or invalid; `errors` names each one.': 'Yon chan manke oswa li pa valab; `errors` bay non chak.',
  'The `after` of the events feed is not a cursor of this website, or the `cursor` of the list is not one of this key.':
    '`after` nan lis evènman yo se pa yon kisè sit sa a, oswa `cursor` nan lis la se pa yon kisè kle sa a.',
  'Too many requests from one IP address, or too many verifications of one payment.':
    'Twòp demann ki soti nan yon adrès IP, oswa twòp verifikasyon yon peman.',
  'This IP address has sent ten invalid keys within an hour. Valid keys still work.':
    'Adrès IP sa a voye dis kle ki pa valab nan inèdtan. Kle ki valab yo mache toujou.',
  'The request line and headers are over 16 KiB.': 'Liy demann lan ak antèt yo depase 16 KiB.',
  'The gateway failed. The payment may exist: look it up by its reference.':
    'Pasrèl la gen yon pwoblèm. Petèt peman an egziste: chèche l ak referans li.',
  'The gateway does not know this HTTP method. Nothing was done.':
    'Pasrèl la pa konnen metòd HTTP sa a. Anyen pa t fèt.',
  'The gateway or its database is unavailable or overloaded. Nothing was done, so you can retry the request.':
    'Pasrèl la oswa baz done li pa disponib oswa gen twòp travay. Anyen pa t fèt: ou ka eseye ankò.',
  'The request succeeded.': 'Demann lan reyisi.',
  'The payment, session, link or refund was created.': 'Peman an, sesyon an, lyen an oswa ranbousman an kreye.',
  'The request cannot be done as it is: an amount, a method, or invalid HTTP.':
    'Demann lan pa ka fèt konsa: yon montan, yon mwayen, oswa yon HTTP ki pa valab.',
  'The key is missing or invalid.': 'Kle a manke oswa li pa valab.',
  'The key may not do this, or it or its website is deactivated.':
    'Kle a pa gen dwa sa a, oswa kle a oswa sit li dezaktive.',
  'Nothing of this website has this id, name or address.': 'Anyen nan sit sa a pa gen idantifyan, non oswa adrès sa a.',
  'The address does not accept this method.': 'Adrès la pa aksepte metòd sa a.',
  'The request did not arrive in time.': 'Demann lan pa t rive alè.',
  'The state or the name of the object does not allow it.': 'Eta a oswa non an pa pèmèt sa.',
  'The body is too large.': 'Kò a twò gwo.',
  'The body is not JSON.': 'Kò a se pa JSON.',
  'A field is invalid; the response names each.': 'Yon chan pa valab; repons lan bay non chak.',
  'Too many requests; the response says how many seconds to wait.':
    'Twòp demann; repons lan di konbyen segonn pou tann.',
  'The headers are too large.': 'Antèt yo twò gwo.',
  'The gateway failed. Look up the payment before you repeat a create request.':
    'Pasrèl la gen yon pwoblèm. Chèche peman an anvan ou repete yon kreyasyon.',
  'The request uses a feature of HTTP that the gateway does not have.':
    'Demann lan sèvi ak yon bagay nan HTTP pasrèl la pa genyen.',
  'From a proxy: no valid response of the gateway. Look up the payment as after a 500.':
    'Se yon proxy ki voye l: li pa jwenn bon repons nan pasrèl la. Chèche peman an tankou apre yon 500.',
  'The gateway is overloaded or not ready, and did nothing. Its header says when to retry.':
    'Pasrèl la gen twòp travay oswa li poko pare, epi li pa fè anyen. Antèt li di kilè pou eseye ankò.',
  'From a proxy: no response of the gateway in time. Look up the payment as after a 500.':
    'Se yon proxy ki voye l: pasrèl la pa reponn alè. Chèche peman an tankou apre yon 500.',
};
