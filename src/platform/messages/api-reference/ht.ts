/** The texts of the API's description in Kreyòl, by the English text. Markdown. */
export const ht: Readonly<Record<string, string>> = {
  'Create, find, list and verify payments.': 'Kreye, jwenn, liste ak verifye peman.',
  'Pages where customers choose the payment method, and the settings of your website. They have a separate server path, and the same keys and limits.':
    'Paj kote kliyan yo chwazi mwayen peman an, ak reglaj sit ou. Yo gen yon lòt chemen, ak menm kle ak menm limit yo.',
  'Addresses where customers pay without a shop. They have a separate server path, and the same keys and limits.':
    'Adrès kote kliyan yo peye san boutik. Yo gen yon lòt chemen, ak menm kle ak menm limit yo.',
  'Return money of completed payments. They have a separate server path, and the same keys and limits.':
    'Remèt lajan peman ki reyisi. Yo gen yon lòt chemen, ak menm kle ak menm limit yo.',
  'The rate at which dollars are charged in gourdes.': 'To ki fè dola tounen goud lè kliyan an peye.',
  'Check that the API responds.': 'Verifye API a reponn.',
  'Endpoints for test keys only: completing or failing test payments, and the events feed.':
    'Apèl pou kle tès sèlman: fè peman tès reyisi oswa echwe, ak lis evènman yo.',
  'The requests that the gateway sends to your callback URL.': 'Demann pasrèl la voye sou URL rapèl ou.',
  'Create a payment': 'Kreye yon peman',
  'Creates a payment and returns what the customer needs to pay it: `payment_url` for `moncash`, `natcash` and `lakaypay_card`, or the values for the card widget for `card`. The fields are at the root of the response, not in `data`. Read `amount` and `currency` from the response: dollars are converted for `moncash` and `natcash`. There is no idempotency key: after a lost response, look up the payment by its reference before you retry.':
    'Kreye yon peman epi bay sa kliyan an bezwen pou peye l: `payment_url` pou `moncash`, `natcash` ak `lakaypay_card`, oswa valè widget kat la pou `card`. Chan yo nan rasin repons lan, yo pa nan `data`. Li `amount` ak `currency` nan repons lan: dola konvèti pou `moncash` ak `natcash`. Pa gen kle idanpotans: apre yon repons ki pèdi, chèche peman an ak referans li anvan ou eseye ankò.',
  'LakayPay card': 'Kat LakayPay',
  'Card, for the card widget': 'Kat, pou widget kat la',
  'Price in dollars, charged in gourdes': 'Pri an dola, kliyan an peye an goud',
  'A LakayPay card charged every two months': 'Yon kat LakayPay ki debite chak de mwa',
  'List payments': 'Liste peman yo',
  'The payments created with this API key, newest first. A rotated key keeps its payments. `total` and `last_page` count the payments that match the filters. `page` shows the list at the time of the request; to read a list completely while payments come and change, use `cursor`.':
    'Peman ki kreye ak kle API sa a, pi nouvo yo an premye. Yon kle ki renouvle kenbe peman li yo. `total` ak `last_page` konte peman ki koresponn ak filtè yo. `page` montre lis la nan moman demann lan; pou li tout yon lis pandan peman ap rive epi ap chanje, sèvi ak `cursor`.',
  'Use this to decide what to do. `completed` and `failed` are final.':
    'Deside ak chan sa a. `completed` ak `failed` pa janm chanje ankò.',
  'How the customer pays.': 'Kijan kliyan an peye.',
  'Payments with exactly this reference.': 'Peman ki gen egzakteman referans sa a.',
  'UTC day, inclusive: YYYY-MM-DD.': 'Jou UTC, ladan l: YYYY-MM-DD.',
  'Payments per page.': 'Peman pa paj.',
  'The page number, from 1. A page past the last is empty.': 'Nimewo paj la, apati 1. Yon paj apre dènye a vid.',
  'Use instead of `page`: empty for the first page, then the `next_cursor` of the previous response, with the same filters.':
    'Olye `page`: vid pou premye paj la, apre sa `next_cursor` repons ki te anvan an, ak menm filtè yo.',
  'Only when `cursor` was sent: pass it as `cursor` in the next request. Null on the last page.':
    'Sèlman si ou te voye `cursor`: mete l kòm `cursor` nan pwochen demann lan. Null nan dènye paj la.',
  'One payment': 'Yon peman',
  'By cursor, with more pages': 'Ak kisè, ak lòt paj',
  'Empty page': 'Paj vid',
  'Read a payment': 'Li yon peman',
  "A payment of the key's website and mode, with its current status. `completed` confirms the payment.":
    'Yon peman nan sit ak mòd kle a, ak estati li kounye a. `completed` konfime peman an.',
  'The numeric string in the create response.': 'Chif ki nan repons kreyasyon an.',
  Paid: 'Peye',
  'Still open': 'Louvri toujou',
  Failed: 'Echwe',
  'Find a payment by your reference': 'Jwenn yon peman ak referans ou',
  'Returns the newest payment with this reference. Check it before you retry a create request.':
    'Bay peman ki pi nouvo a ak referans sa a. Gade l anvan ou eseye yon kreyasyon ankò.',
  'Your reference, percent-encoded.': 'Referans ou, kode pou yon URL.',
  'Verify a payment with its provider': 'Verifye yon peman kay founisè li',
  'Checks with the provider in real time and returns the latest status. Use it for open orders, not for every page view: it has a separate limit, 10 a minute for one payment by default. No request body.':
    'Mande founisè peman an touswit epi bay dènye estati a. Sèvi ak li pou kòmand ki poko peye, pa chak fwa yon paj louvri: li gen yon limit apa, 10 pa minit pou yon peman si operatè a pa chanje l. San kò.',
  'Poll the sandbox events feed': 'Li lis evènman sandbox la',
  'Test keys only. Returns completed and failed test payments in the format of webhooks, oldest first, for development without a public URL. While `has_more` is true, request again immediately with `after` set to `next_cursor`. With `wait` the request waits for the next event.':
    'Kle tès sèlman. Bay peman tès ki reyisi ak sa ki echwe nan fòma webhook yo, pi ansyen yo an premye, pou devlope san URL piblik. Toutotan `has_more` se true, refè demann lan touswit ak `after` egal `next_cursor`. Ak `wait`, demann lan tann pwochen evènman an.',
  'The `next_cursor` of the previous response.': '`next_cursor` repons ki te anvan an.',
  'Events per response.': 'Evènman pa repons.',
  'Long polling: if there are no new events, wait up to this many seconds for the next one. It counts as one request. The wait may end earlier.':
    'Tann: si pa gen nouvo evènman, tann pwochen an jiska kantite segonn sa a. Sa konte kòm yon demann. Li ka fini pi bonè.',
  'Pass it as `after` in the next request. Null only when there are no events at all. It never expires.':
    'Mete l kòm `after` nan pwochen demann lan. Null sèlman lè pa gen okenn evènman. Li pa janm ekspire.',
  'Whether there are more events after `next_cursor`.': 'Si gen lòt evènman apre `next_cursor`.',
  'Present only when events after this cursor may be missing, because they were older than the retention period. List the payments to see their status.':
    'Li la sèlman si evènman apre kisè sa a ka manke, paske yo te pi ansyen pase tan nou kenbe yo. Liste peman yo pou wè estati yo.',
  'One event': 'Yon evènman',
  'No new events since the cursor': 'Pa gen nouvo evènman depi kisè a',
  'Events after the cursor were deleted by data retention': 'Evènman apre kisè a efase, paske yo te twò ansyen',
  'Read the exchange rate': 'Li to chanj la',
  'The rate at which dollars are charged in gourdes, and the minimum card charge in each currency. With `amount`, also converts that amount in gourdes to dollars: any decimal from 0 to 10^12. The amount and its conversion are rounded half up to the hundredth.':
    'To ki fè dola tounen goud lè kliyan an peye, ak pi piti montan yon kat ka peye nan chak deviz. Ak `amount`, li konvèti montan sa a tou, soti an goud rive an dola: nenpòt nonm desimal soti 0 rive 10^12. Montan an ak konvèsyon li awondi a santyèm, mwatye a monte.',
  'An HTG amount to convert to USD, with any number of decimals.':
    'Yon montan an HTG pou konvèti an USD, ak nenpòt kantite desimal.',
  'Exchange rate': 'To chanj',
  'With an amount of 1000': 'Ak yon montan 1000',
  'Check that the API responds': 'Verifye API a reponn',
  'Confirms that the API accepts this key, and returns its version. The fields are at the root.':
    'Konfime API a aksepte kle sa a, epi bay vèsyon li. Chan yo nan rasin nan.',
  'The API responds': 'API a reponn',
  'Complete a test payment': 'Fè yon peman tès reyisi',
  'Completes a test payment immediately, as if the customer had paid it on its page. Test keys only.':
    'Fè yon peman tès reyisi touswit, tankou si kliyan an te peye l sou paj li. Kle tès sèlman.',
  'Fail a test payment': 'Fè yon peman tès echwe',
  'Fails a test payment immediately, with the given reason or `declined`. Test keys only. The body is optional.':
    'Fè yon peman tès echwe touswit, ak rezon ou bay la oswa `declined`. Kle tès sèlman. Kò a pa obligatwa.',
  'With a reason': 'Ak yon rezon',
  Declined: 'Yo refize l',
  'Read the settings of your website': 'Li reglaj sit ou',
  'The name, mode, methods, return URL and callback URL of the website of this key. A program can check its setup with it. Changes take effect within ten seconds.':
    'Non, mòd, mwayen peman, URL retou ak URL rapèl sit kle sa a. Yon pwogram ka verifye reglaj li konsa. Chanjman yo aplike nan dis segonn.',
  'A website in test mode': 'Yon sit an mòd tès',
  'List the last API requests': 'Liste dènye demann bay API a',
  "The requests of the keys of the key's website and mode in the last 14 days, newest first: what was called, and what it returned. A request appears a few seconds after its response. Of each key, the newest 10,000 requests are listed. Successful reads of the events feeds are not listed, because programs send them every few seconds, and nor are reads of this list.":
    'Demann kle sit la nan mòd kle a pandan dènye 14 jou yo, pi nouvo yo an premye: sa yo te rele, ak sa li te bay. Yon demann parèt kèk segonn apre repons li. Pou chak kle, lis la gen 10.000 demann ki pi nouvo yo. Lekti lis evènman yo ki reyisi pa ladan l, paske pwogram voye yo chak kèk segonn, ni lekti lis sa a.',
  'Only the request with this `X-Request-Id`.': 'Sèlman demann ki gen `X-Request-Id` sa a.',
  'Only responses with a status of this class.': 'Sèlman repons ki gen yon estati nan klas sa a.',
  'Only responses with this error.': 'Sèlman repons ki gen erè sa a.',
  'Only requests of this key.': 'Sèlman demann kle sa a.',
  'Requests on a page.': 'Demann pa paj.',
  'Empty for the first page, then the `next_cursor` of the previous response.':
    'Vid pou premye paj la, apre sa `next_cursor` repons ki te anvan an.',
  'The `cursor` of the next page; null on the last one.': '`cursor` pwochen paj la; null nan dènye a.',
  'When requests were last missing from the list, because too many arrived at once. Null: none in 14 days.':
    'Dènye fwa demann te manke nan lis la, paske twòp te rive an menm tan. Null: okenn nan 14 jou.',
  'ISO 8601 in UTC with microseconds and a trailing Z.': 'ISO 8601 an UTC, ak mikwosegonn epi yon Z nan bout la.',
  'A payment that was not created': 'Yon peman ki pa t kreye',
  'Create a checkout session': 'Kreye yon sesyon peman',
  'Creates a page where the customer of one order chooses the payment method. Redirect the customer to `url`. Each choice is an ordinary payment of this key, with its webhook; at most one payment of a session completes. There is no idempotency key: after a lost response, create another session. The customer gets only the address that you redirect to, so the lost session expires unpaid.':
    'Kreye yon paj kote kliyan yon kòmand chwazi mwayen peman an. Voye kliyan an sou `url`. Chak chwa se yon peman òdinè kle sa a, ak webhook li; yon sèl peman nan yon sesyon ka reyisi. Pa gen kle idanpotans: apre yon repons ki pèdi, kreye yon lòt sesyon. Kliyan an resevwa sèlman adrès kote ou voye l la, kidonk sesyon ki pèdi a ekspire san peye.',
  'An order': 'Yon kòmand',
  'Two methods, with a price in dollars': 'De mwayen, ak yon pri an dola',
  'The customer can choose': 'Kliyan an ka chwazi',
  'Read a checkout session': 'Li yon sesyon peman',
  'One session, with its payments.': 'Yon sesyon, ak peman li yo.',
  'The `session_id` in the response to the creation.': '`session_id` ki nan repons kreyasyon an.',
  'Cancel a checkout session': 'Anile yon sesyon peman',
  'No payment can be started any more, and open payments are cancelled where the provider allows it. Branch on the `status` of the response: a session that was paid stays `paid`, and it is `processing` while a payment may still be paid. Cancelling a session again is not an error.':
    'Okenn peman pa ka kòmanse ankò, epi peman ki louvri yo anile kote founisè a pèmèt sa. Deside dapre `status` repons lan: yon sesyon ki te peye rete `paid`, epi li `processing` toutotan yon peman ka reyisi. Anile yon sesyon ankò se pa yon erè.',
  'Create a payment link': 'Kreye yon lyen peman',
  "Creates a link for the key's website and mode. Its payments are listed under this key. A request whose response is lost may have created a link: list the links before you retry.":
    'Kreye yon lyen pou sit ak mòd kle a. Peman li yo nan lis kle sa a. Yon demann ki pèdi repons li petèt kreye yon lyen: liste lyen yo anvan ou eseye ankò.',
  'Ten baskets at a fixed price': 'Dis panye ak yon pri fiks',
  'An amount that customers enter': 'Yon montan kliyan an antre',
  'List payment links': 'Liste lyen peman yo',
  "The links of the key's website and mode, newest first.": 'Lyen sit ak mòd kle a, pi nouvo yo an premye.',
  'Links on a page.': 'Lyen pa paj.',
  'Null on the last page.': 'Null nan dènye paj la.',
  'One link': 'Yon lyen',
  'Read a payment link': 'Li yon lyen peman',
  'One link, with its sales.': 'Yon lyen, ak sa li vann.',
  "The code at the end of the link's address.": 'Kòd ki nan bout adrès lyen an.',
  'Two sold': 'De vann',
  'Change the picture of a payment link': 'Chanje imaj yon lyen peman',
  "Shows this picture on the link's page, instead of the previous one.":
    'Montre imaj sa a sou paj lyen an, olye ansyen an.',
  'A green square': 'Yon kare vèt',
  'Remove the picture of a payment link': 'Retire imaj yon lyen peman',
  "Removes the picture from the link's page. Removing it again is not an error.":
    'Retire imaj la sou paj lyen an. Retire l ankò se pa yon erè.',
  'Deactivate a payment link': 'Dezaktive yon lyen peman',
  'Deactivates a link permanently. Open payments continue. Deactivating a link again is not an error.':
    'Dezaktive yon lyen nèt. Peman ki louvri yo kontinye. Dezaktive yon lyen ankò se pa yon erè.',
  'Poll the sandbox events feed with refunds': 'Li lis evènman sandbox la, ak ranbousman yo',
  'Test keys only. Returns the events of the sandbox feed and those of refunds, in the order in which they happened, in the format of webhooks. Both feeds have the same cursors. While `has_more` is true, request again immediately with `after` set to `next_cursor`. With `wait` the request waits for the next event.':
    'Kle tès sèlman. Bay evènman lis sandbox la ak evènman ranbousman yo, nan lòd yo te rive a, nan fòma webhook yo. De lis yo gen menm kisè yo. Toutotan `has_more` se true, refè demann lan touswit ak `after` egal `next_cursor`. Ak `wait`, demann lan tann pwochen evènman an.',
  'An event of a refund': 'Yon evènman ranbousman',
  'Request a refund': 'Mande yon ranbousman',
  'Requests a refund of a completed payment under an id that you choose. The same request again returns the same refund with 200, so repeat it after any error or time-out. All refunds of a payment together never exceed what was paid.':
    'Mande ranbousman yon peman ki reyisi ak yon idantifyan ou chwazi. Menm demann lan ankò bay menm ranbousman an ak 200, kidonk repete l apre nenpòt erè oswa lè ou tann twòp. Tout ranbousman yon peman ansanm pa janm depase sa kliyan an te peye.',
  'Your name for the refund. Requests with the same name are one refund.':
    'Non ou bay ranbousman an. Demann ki gen menm non se yon sèl ranbousman.',
  'A part of a payment': 'Yon pati nan yon peman',
  'All that is left': 'Tout sa ki rete',
  'The money was returned': 'Lajan an remèt',
  'A stored refund': 'Yon ranbousman ki anrejistre',
  'Read a refund': 'Li yon ranbousman',
  'One refund, by the id that you chose.': 'Yon ranbousman, ak idantifyan ou te chwazi a.',
  'List disputes': 'Liste kontestasyon yo',
  "The disputes of card payments of the key's website and mode, newest first. Only disputes that moved money are listed.":
    'Kontestasyon peman kat sit ak mòd kle a, pi nouvo yo an premye. Lis la gen sèlman sa ki te deplase lajan.',
  'Only disputes of this payment.': 'Sèlman kontestasyon peman sa a.',
  'Only disputes with this status.': 'Sèlman kontestasyon ki gen estati sa a.',
  'Disputes on a page.': 'Kontestasyon pa paj.',
  'One open dispute': 'Yon kontestasyon ki louvri',
  'List refunds': 'Liste ranbousman yo',
  "The refunds of the key's website and mode, newest first.": 'Ranbousman sit ak mòd kle a, pi nouvo yo an premye.',
  'Only refunds of this payment.': 'Sèlman ranbousman peman sa a.',
  'Only refunds with this status.': 'Sèlman ranbousman ki gen estati sa a.',
  'Only refunds of this kind.': 'Sèlman ranbousman kalite sa a.',
  'Refunds on a page.': 'Ranbousman pa paj.',
  'One refund': 'Yon ranbousman',
  'A payment was paid': 'Yon peman peye',
  'Sent as POST to the callback URL of your website. Verify the signature over the raw body before you parse it, respond quickly with a 2xx, and ignore an event whose `data.transaction_id` and `event` you have already stored.':
    'Li voye kòm POST sou URL rapèl sit ou. Verifye siyati a sou kò a jan li rive a anvan ou analize l, reponn vit ak yon 2xx, epi inyore yon evènman si ou anrejistre `data.transaction_id` ak `event` li deja.',
  "Lowercase hex of HMAC-SHA256 over the raw body, keyed with the website's whole webhook secret.":
    'HMAC-SHA256 kò a jan li rive a, an egzadesimal ak lèt miniskil, ak tout sekrè webhook sit la kòm kle.',
  'The `event` of the body.': '`event` ki nan kò a.',
  'The mode of the payment, the refund or the test event. A live shop must reject `test`.':
    'Mòd peman an, ranbousman an oswa evènman tès la. Yon boutik an pwodiksyon dwe rejte `test`.',
  'The `timestamp` of the body. Retries reuse it, so do not reject old ones.':
    '`timestamp` ki nan kò a. Lòt esè yo kenbe l, kidonk pa rejte ansyen yo.',
  'Delivered. Any other response, or none within 10 seconds, is retried.':
    'Li livre. Nenpòt lòt repons, oswa okenn repons nan 10 segonn, fè nou voye l ankò.',
  'A payment failed': 'Yon peman echwe',
  'A refund succeeded': 'Yon ranbousman reyisi',
  'Sent as POST to the callback URL for refunds, if your website has one, and signed like an event of a payment. Ignore an event whose `data.refund_id` and `event` you have already stored. Events can arrive in any order: a refund that was reversed stays reversed.':
    'Li voye kòm POST sou URL rapèl ranbousman yo, si sit ou gen youn, epi li siyen tankou yon evènman peman. Inyore yon evènman si ou anrejistre `data.refund_id` ak `event` li deja. Evènman yo ka rive nan nenpòt lòd: yon ranbousman ki te tounen rete konsa.',
  'A refund failed: no money moved': 'Yon ranbousman echwe: anyen pa ranbouse',
  'The money of a refund came back': 'Lajan yon ranbousman tounen',
  'A test event from the console': 'Yon evènman tès konsòl la voye',
  "Sent once, by a button on the website's page in the console, with the same headers as every event. There is no payment: respond with a 2xx and do nothing.":
    'Li voye yon fwa, ak yon bouton sou paj sit la nan konsòl la, ak menm antèt ak chak evènman. Pa gen peman: reponn yon 2xx epi pa fè anyen.',
  'Delivered. The console shows your response; the event is never retried.':
    'Li livre. Konsòl la montre repons ou; evènman an pa janm voye ankò.',
  'A payment in reads, lists, webhooks and events: exactly these fields. Its `status` determines which of them are null.':
    'Yon peman nan lekti, lis, webhook ak evènman: egzakteman chan sa yo. `status` li di kiyès ladan yo ki null.',
  'Numeric string of 15 or 16 digits.': 'Tèks ki gen 15 oswa 16 chif.',
  'Decimal string with two decimals, in the main currency unit. Parse it as a decimal, not as a float.':
    'Tèks desimal ki gen de desimal, nan inite prensipal la. Li l kòm yon desimal, pa kòm yon nonm flotan (float).',
  'HTG (gourdes) or USD.': 'HTG (goud) oswa USD.',
  'Not final.': 'Li poko fini.',
  "The merchant's own order identifier. Not unique.": 'Idantifyan kòmand machann nan. Li pa inik.',
  'The customer, as sent by the merchant.': 'Kliyan an, jan machann nan te voye l.',
  "The merchant's data, exactly as sent.": 'Done machann nan, egzakteman jan li te voye yo.',
  'Paid. Final.': 'Peye. Li fini.',
  'When it was paid.': 'Kilè li te peye.',
  'Not paid. Final.': 'Pa peye. Li fini.',
  'When it failed.': 'Kilè li te echwe.',
  'A short code, set when the payment has failed.': 'Yon kòd kout, lè peman an echwe.',
  'No payment has this id.': 'Okenn peman pa gen idantifyan sa a.',
  'A payment to create. Unknown fields are ignored, and null counts as absent.':
    'Yon peman pou kreye. Nou inyore chan nou pa konnen, epi null konte tankou chan an pa la.',
  'In the main currency unit: 500 is 500 gourdes. At most two decimals; each method has its own limits. A validator that divides in floating point needs a tolerance for `multipleOf`.':
    'Nan inite prensipal la: 500 se 500 goud. De desimal pou pi plis; chak mwayen gen pwòp limit li. Yon validatè ki divize ak nonm flotan bezwen yon tolerans pou `multipleOf`.',
  'Stored exactly as sent.': 'Li anrejistre egzakteman jan ou voye l.',
  'Your own order identifier. Not unique.': 'Pwòp idantifyan kòmand ou. Li pa inik.',
  'Returned unchanged in reads and webhooks.': 'Li tounen san chanje nan lekti ak webhook yo.',
  'One charge, or one at every interval.': 'Yon sèl debi, oswa youn nan chak entèval.',
  'Required when `recurring` is true, rejected otherwise.': 'Obligatwa lè `recurring` se true, sinon nou rejte l.',
  'The number of intervals between two charges; 1 when absent.': 'Kantite entèval ant de debi; 1 si li pa la.',
  'The values that the customer needs to pay: CreatedRedirect for `moncash` and `lakaypay_card`, CreatedNatCash for `natcash`, CreatedCard for `card`.':
    'Valè kliyan an bezwen pou peye: CreatedRedirect pou `moncash` ak `lakaypay_card`, CreatedNatCash pou `natcash`, CreatedCard pou `card`.',
  "The page to redirect the customer's browser to. Absent for `card`.":
    'Paj kote pou voye navigatè kliyan an. Li pa la pou `card`.',
  '`natcash` only.': '`natcash` sèlman.',
  'The customer pays in the widget. Reads return `pending`.': 'Kliyan an peye nan widget la. Lekti yo bay `pending`.',
  '`card` only: pass it to the card widget.': '`card` sèlman: bay widget kat la li.',
  '`card` only.': '`card` sèlman.',
  'Present when a USD amount was converted to HTG.': 'Li la lè yon montan an USD konvèti an HTG.',
  'The amount of the request, in dollars.': 'Montan demann lan, an dola.',
  'Gourdes per dollar.': 'Goud pou yon dola.',
  'The amount the customer is charged, in gourdes.': 'Montan kliyan an peye, an goud.',
  'The number of payments that match the filters, on all pages.':
    'Kantite peman ki koresponn ak filtè yo, nan tout paj yo.',
  'At least 1.': 'Omwen 1.',
  "The provider's own data: do not use it in your code's decisions.": 'Done founisè a: pa fè kòd ou a deside ak yo.',
  'The failure reason.': 'Rezon echèk la.',
  'Unix time in seconds at which the payment became final; retries reuse it.':
    'Lè Unix an segonn kote peman an te fini; lòt esè yo kenbe l.',
  'Unix time in seconds at which the refund reached this status; retries reuse it.':
    'Lè Unix an segonn kote ranbousman an te pran estati sa a; lòt esè yo kenbe l.',
  'Unix time in seconds at which the event was sent.': 'Lè Unix an segonn kote evènman an te voye.',
  'Gourdes per US dollar. Can change at any time.': 'Goud pou yon dola ameriken. Li ka chanje nenpòt lè.',
  'Set when `amount` was passed.': 'Li la lè ou voye `amount`.',
  'When the source published the rate or, if unknown, when the gateway last read it. Null: fixed by the operator.':
    'Kilè sous la te pibliye to a oswa, si nou pa konnen, dènye fwa pasrèl la te li l. Null: se operatè a ki fikse l.',
  'The settings of the website of a key. Secrets are not shown.': 'Reglaj sit yon kle. Nou pa montre sekrè yo.',
  'The name that customers see.': 'Non kliyan yo wè a.',
  'The mode of the key.': 'Mòd kle a.',
  'The methods with which this key can create payments.': 'Mwayen kle sa a ka sèvi pou kreye peman.',
  'Where the payment page sends customers back to. Null: there is no way back.':
    'Kote paj peman an voye kliyan yo tounen. Null: pa gen retou.',
  "Where the events of this mode's payments are sent. Null: webhooks are not sent.":
    'Kote evènman peman nan mòd sa a voye. Null: nou pa voye webhook.',
  'In the main currency unit. Every payment of the session is for this amount.':
    'Nan inite prensipal la. Chak peman nan sesyon an gen montan sa a.',
  'Dollars are converted for `moncash` and `natcash` when the customer chooses the method.':
    'Dola konvèti pou `moncash` ak `natcash` lè kliyan an chwazi mwayen an.',
  'Shown to the customer.': 'Kliyan an wè l.',
  'Copied to every payment of the session. `checkout_session` is reserved.':
    'Li kopye nan chak peman sesyon an. `checkout_session` rezève.',
  'The methods to choose from; all of these when absent.': 'Mwayen kliyan an ka chwazi; tout sa yo si li pa la.',
  "Where a customer who has paid returns to; your website's return URL when absent.":
    'Kote yon kliyan ki peye tounen; URL retou sit ou si li pa la.',
  'Where a customer returns to without paying.': 'Kote yon kliyan ki pa peye tounen.',
  'A time with its UTC offset, within 30 days; 24 hours from now when absent.':
    'Yon lè ak diferans li ak UTC, nan 30 jou; nan 24 èdtan si li pa la.',
  "A checkout session of the key's website and mode.": 'Yon sesyon peman nan sit ak mòd kle a.',
  'The page to redirect the customer to.': 'Paj kote pou voye kliyan an.',
  'Only `paid` means that a payment is completed. `processing`: no payment can be started any more, but an earlier one may still be paid. `expired` and `cancelled`: no payment was completed, and none will be.':
    'Se `paid` sèlman ki vle di yon peman reyisi. `processing`: okenn peman pa ka kòmanse ankò, men yon peman ki te kòmanse ka reyisi toujou. `expired` ak `cancelled`: okenn peman pa t reyisi, epi okenn p ap reyisi.',
  'When it was cancelled through the API.': 'Kilè yo te anile l ak API a.',
  'The completed payment; null unless `paid`.': 'Peman ki reyisi a; null sòf si `paid`.',
  'The payments that the customer has started, newest first: at most 20.':
    'Peman kliyan an te kòmanse, pi nouvo yo an premye: 20 pou pi plis.',
  "A request of a key of the key's website and mode. Bodies and query parameters are not stored.":
    'Yon demann yon kle nan sit ak mòd kle a. Nou pa anrejistre ni kò ni paramèt.',
  'The `X-Request-Id` of the response.': '`X-Request-Id` repons lan.',
  'The key that was used.': 'Kle ki te sèvi a.',
  'When the request arrived.': 'Kilè demann lan te rive.',
  'The path as in this document, without the values of its parameters.':
    'Chemen an jan li ye nan dokiman sa a, san valè paramèt li yo.',
  'The HTTP status of the response.': 'Estati HTTP repons lan.',
  'The `error` of the response; null if it has none.': '`error` repons lan; null si li pa genyen.',
  'The payment that was created or named in the path.': 'Peman ki te kreye a, oswa ki nan chemen an.',
  'The time until the response was sent, in microseconds.': 'Tan jiskaske repons lan voye, an mikwosegonn.',
  'The product or service, in a few words.': 'Pwodwi a oswa sèvis la, an kèk mo.',
  'Details, in at least one of these languages.': 'Detay, nan omwen youn nan lang sa yo.',
  '`prefilled`: a suggestion that customers can change. `chosen`: customers enter the amount.':
    '`prefilled`: yon montan nou pwopoze epi kliyan an ka chanje. `chosen`: kliyan an antre montan an.',
  'In the main currency unit, for `fixed` and `prefilled`.': 'Nan inite prensipal la, pou `fixed` ak `prefilled`.',
  'The minimum that customers can enter; not for `fixed`.': 'Minimòm kliyan an ka antre; pa pou `fixed`.',
  'The maximum that customers can enter; not for `fixed`.': 'Maksimòm kliyan an ka antre; pa pou `fixed`.',
  'The payment methods; all of these when absent.': 'Mwayen peman yo; tout sa yo si li pa la.',
  'The quantity available; unlimited when absent.': 'Kantite ki disponib; san limit si li pa la.',
  'How many units a customer can buy in one payment, at the fixed `amount` each; more than 1 only for `fixed`.':
    'Konbyen inite yon kliyan ka achte nan yon peman, nan pri `amount` chak; plis pase 1 sèlman pou `fixed`.',
  'Can be paid once: a stock of 1.': 'Yo ka peye l yon sèl fwa: yon stòk 1.',
  'A date and time, with its UTC offset.': 'Yon dat ak yon lè, ak diferans li ak UTC.',
  'Whether customers must enter their name.': 'Si kliyan yo dwe bay non yo.',
  'Whether customers must enter their phone number.': 'Si kliyan yo dwe bay nimewo telefòn yo.',
  'Whether customers may enter an e-mail address, for their receipt.':
    'Si kliyan yo ka bay yon adrès imèl, pou resi yo.',
  'A text shown after payment.': 'Yon tèks ki parèt apre peman an.',
  'The address that gets an e-mail for every payment.': 'Adrès ki resevwa yon imèl pou chak peman.',
  'A PNG, JPEG or WebP picture in base64: at most 40000 bytes, 64 to 2048 pixels on each side.':
    'Yon imaj PNG, JPEG oswa WebP an base64: 40.000 okte pou pi plis, 64 rive 2048 piksèl chak bò.',
  "A payment link of the key's website and mode.": 'Yon lyen peman nan sit ak mòd kle a.',
  'The address that customers open.': 'Adrès kliyan yo louvri.',
  'The key under which its payments are listed.': 'Kle ki gen peman li yo nan lis li.',
  'Only `active` links can be paid. `in_use`: every unit is reserved by an open payment, and may become available again.':
    'Se lyen `active` sèlman yo ka peye. `in_use`: yon peman ki louvri rezève chak inite, yo ka vin disponib ankò.',
  'Null when customers enter the amount.': 'Null lè kliyan an antre montan an.',
  'Null: unlimited.': 'Null: san limit.',
  'Units still available. Null without a stock.': 'Inite ki disponib toujou. Null si pa gen stòk.',
  'The picture on its page.': 'Imaj ki sou paj li.',
  'The number of payments, the units of open and paid payments, and the total amounts of paid payments.':
    'Kantite peman yo, inite peman ki louvri ak peman ki peye yo, ak montan total peman ki peye yo.',
  'The transaction id of the completed payment.': 'Idantifyan peman ki reyisi a.',
  'In the currency in which the customer was charged. When absent, everything that has not been refunded yet is refunded.':
    'Nan deviz kliyan an te peye a. Si li pa la, tout sa ki poko ranbouse ranbouse.',
  'For your records.': 'Pou pwòp done ou.',
  "A refund of the key's website and mode.": 'Yon ranbousman nan sit ak mòd kle a.',
  'The id that you chose; of an external refund, the gateway.':
    'Idantifyan ou te chwazi a; pou yon ranbousman ki fèt deyò, se pasrèl la ki chwazi l.',
  'Money has been returned only when it is `succeeded`. `failed`: it is proven that no money moved. `unknown`: the gateway searches the provider records. `manual`: the operator pays by hand. `reversed`: the money came back after the success.':
    'Lajan an remèt sèlman lè li `succeeded`. `failed`: gen prèv anyen pa ranbouse. `unknown`: pasrèl la ap chèche nan done founisè a. `manual`: operatè a peye l alamen. `reversed`: lajan an tounen apre li te reyisi.',
  "The provider's number of the refund, or of the wallet transaction that paid it.":
    'Nimewo ranbousman an kay founisè a, oswa nimewo tranzaksyon bous ki te peye l la.',
  '`gateway`: requested through this gateway. `external`: made in the portal of the provider, and found in its records. The gateway chooses the `refund_id` of an external refund, and sends no webhook about it.':
    '`gateway`: yo mande l nan pasrèl sa a. `external`: li fèt sou pòtay founisè a, epi nou jwenn li nan done li yo. Se pasrèl la ki chwazi `refund_id` yon ranbousman ki fèt deyò, epi li pa voye okenn webhook pou li.',
  "A dispute of a payment of the key's website and mode.": 'Yon kontestasyon yon peman nan sit ak mòd kle a.',
  'Why, as the provider names it.': 'Poukisa, jan founisè a di l.',
  '`opened`: the customer’s bank holds the money until it decides. `won`: the money is back. `lost`: the customer has it; the provider can still reverse the decision, and the dispute is then `won`.':
    '`opened`: bank kliyan an kenbe lajan an jiskaske li deside. `won`: lajan an tounen. `lost`: kliyan an genyen l; founisè a ka chanje desizyon an toujou, epi kontestasyon an vin `won`.',
  "The provider's number of the dispute.": 'Nimewo kontestasyon an kay founisè a.',
  'Until when evidence is to be sent. Null when none is due, for example because the bank has it.':
    'Jiska kilè pou voye prèv. Null lè pa gen prèv pou voye, pa egzanp paske bank lan gen yo.',
  'When the gateway learned of the decision.': 'Kilè pasrèl la te konnen desizyon an.',
  'When the gateway found the dispute.': 'Kilè pasrèl la te jwenn kontestasyon an.',
  'A machine-readable code. Later versions may add codes: use the HTTP status for codes you do not recognise.':
    'Yon kòd pou pwogram. Pwochen vèsyon yo ka ajoute lòt: ak yon kòd ou pa konnen, sèvi ak estati HTTP a.',
  'For people. Its wording may change.': 'Pou moun. Tèks la ka chanje.',
  'Maps each field name to its error messages.': 'Bay mesaj erè chak chan.',
  'Whole seconds until the next request is accepted.': 'Kantite segonn antye anvan nou aksepte pwochen demann lan.',
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
