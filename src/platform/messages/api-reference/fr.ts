/** The texts of the API's description in French, by the English text. Markdown. */
export const fr: Readonly<Record<string, string>> = {
  'Create, find, list and verify payments.': 'Créer, trouver, lister et vérifier des paiements.',
  'Pages where customers choose the payment method, and the settings of your website. They have a separate server path, and the same keys and limits.':
    'Des pages où les clients choisissent le moyen de paiement, et les réglages de votre site. Elles ont leur propre chemin, avec les mêmes clés et limites.',
  'Addresses where customers pay without a shop. They have a separate server path, and the same keys and limits.':
    'Des adresses où les clients paient sans boutique. Elles ont leur propre chemin, avec les mêmes clés et limites.',
  'Return money of completed payments. They have a separate server path, and the same keys and limits.':
    'Rendre l’argent de paiements réussis. Ces points d’accès ont leur propre chemin, avec les mêmes clés et limites.',
  'The rate at which dollars are charged in gourdes.': 'Le taux auquel les dollars sont débités en gourdes.',
  'Check that the API responds.': 'Vérifier que l’API répond.',
  'Endpoints for test keys only: completing or failing test payments, and the events feed.':
    'Des points d’accès pour les clés de test seulement\u00a0: faire réussir ou échouer des paiements de test, et le flux d’événements.',
  'The requests that the gateway sends to your callback URL.':
    'Les requêtes que la passerelle envoie à votre URL de rappel.',
  'Create a payment': 'Créer un paiement',
  'Creates a payment and returns what the customer needs to pay it: `payment_url` for `moncash`, `natcash` and `lakaypay_card`, or the values for the card widget for `card`. The fields are at the root of the response, not in `data`. Read `amount` and `currency` from the response: dollars are converted for `moncash` and `natcash`. There is no idempotency key: after a lost response, look up the payment by its reference before you retry.':
    'Crée un paiement et renvoie ce qu’il faut au client pour le payer\u00a0: `payment_url` pour `moncash`, `natcash` et `lakaypay_card`, ou les valeurs du widget de carte pour `card`. Les champs sont à la racine de la réponse, pas dans `data`. Lisez `amount` et `currency` dans la réponse\u00a0: les dollars sont convertis pour `moncash` et `natcash`. Il n’y a pas de clé d’idempotence\u00a0: après une réponse perdue, cherchez le paiement par sa référence avant de réessayer.',
  'LakayPay card': 'Carte LakayPay',
  'Card, for the card widget': 'Carte, pour le widget de carte',
  'Price in dollars, charged in gourdes': 'Prix en dollars, débité en gourdes',
  'A LakayPay card charged every two months': 'Une carte LakayPay débitée tous les deux mois',
  'List payments': 'Lister les paiements',
  'The payments created with this API key, newest first. A rotated key keeps its payments. `total` and `last_page` count the payments that match the filters. `page` shows the list at the time of the request; to read a list completely while payments come and change, use `cursor`.':
    'Les paiements créés avec cette clé API, les plus récents d’abord. Une clé renouvelée garde ses paiements. `total` et `last_page` comptent les paiements qui correspondent aux filtres. `page` montre la liste au moment de la requête\u202f; pour lire toute une liste pendant que des paiements arrivent et changent, utilisez `cursor`.',
  'Use this to decide what to do. `completed` and `failed` are final.':
    'Décidez avec ce champ. `completed` et `failed` sont définitifs.',
  'How the customer pays.': 'Comment le client paie.',
  'Payments with exactly this reference.': 'Les paiements qui ont exactement cette référence.',
  'UTC day, inclusive: YYYY-MM-DD.': 'Jour UTC, inclus\u00a0: YYYY-MM-DD.',
  'Payments per page.': 'Paiements par page.',
  'The page number, from 1. A page past the last is empty.':
    'Le numéro de la page, à partir de 1. Une page après la dernière est vide.',
  'Use instead of `page`: empty for the first page, then the `next_cursor` of the previous response, with the same filters.':
    'À la place de `page`\u00a0: vide pour la première page, puis le `next_cursor` de la réponse précédente, avec les mêmes filtres.',
  'Only when `cursor` was sent: pass it as `cursor` in the next request. Null on the last page.':
    'Seulement si `cursor` a été envoyé\u00a0: passez-le comme `cursor` dans la requête suivante. Null à la dernière page.',
  'One payment': 'Un paiement',
  'By cursor, with more pages': 'Par curseur, avec d’autres pages',
  'Empty page': 'Page vide',
  'Read a payment': 'Lire un paiement',
  "A payment of the key's website and mode, with its current status. `completed` confirms the payment.":
    'Un paiement du site et du mode de la clé, avec son statut actuel. `completed` confirme le paiement.',
  'The numeric string in the create response.': 'Le texte de chiffres de la réponse à la création.',
  Paid: 'Payé',
  'Still open': 'Encore ouvert',
  Failed: 'Échoué',
  'Find a payment by your reference': 'Trouver un paiement par votre référence',
  'Returns the newest payment with this reference. Check it before you retry a create request.':
    'Renvoie le paiement le plus récent avec cette référence. Consultez-le avant de réessayer une création.',
  'Your reference, percent-encoded.': 'Votre référence, encodée pour une URL.',
  'Verify a payment with its provider': 'Vérifier un paiement chez son prestataire',
  'Checks with the provider in real time and returns the latest status. Use it for open orders, not for every page view: it has a separate limit, 10 a minute for one payment by default. No request body.':
    'Interroge le prestataire de paiement en temps réel et renvoie le dernier statut. À utiliser pour les commandes ouvertes, pas à chaque affichage d’une page\u00a0: une limite à part s’applique, 10 par minute pour un paiement par défaut. Pas de corps.',
  'Poll the sandbox events feed': 'Lire le flux d’événements de la sandbox',
  'Test keys only. Returns completed and failed test payments in the format of webhooks, oldest first, for development without a public URL. While `has_more` is true, request again immediately with `after` set to `next_cursor`. With `wait` the request waits for the next event.':
    'Clés de test seulement. Renvoie les paiements de test réussis et échoués au format des webhooks, les plus anciens d’abord, pour développer sans URL publique. Tant que `has_more` vaut true, refaites tout de suite la requête avec `after` égal à `next_cursor`. Avec `wait`, la requête attend l’événement suivant.',
  'The `next_cursor` of the previous response.': 'Le `next_cursor` de la réponse précédente.',
  'Events per response.': 'Événements par réponse.',
  'Long polling: if there are no new events, wait up to this many seconds for the next one. It counts as one request. The wait may end earlier.':
    'Attente longue\u00a0: s’il n’y a pas de nouvel événement, attendre le suivant au plus ce nombre de secondes. Compte comme une requête. L’attente peut finir plus tôt.',
  'Pass it as `after` in the next request. Null only when there are no events at all. It never expires.':
    'À passer comme `after` dans la requête suivante. Null seulement s’il n’y a aucun événement. N’expire jamais.',
  'Whether there are more events after `next_cursor`.': 'S’il y a d’autres événements après `next_cursor`.',
  'Present only when events after this cursor may be missing, because they were older than the retention period. List the payments to see their status.':
    'Présent seulement si des événements après ce curseur peuvent manquer, parce qu’ils étaient plus anciens que la durée de conservation. Listez les paiements pour voir leur statut.',
  'One event': 'Un événement',
  'No new events since the cursor': 'Aucun nouvel événement depuis le curseur',
  'Events after the cursor were deleted by data retention':
    'Les événements après le curseur ont été supprimés par la conservation des données',
  'Read the exchange rate': 'Lire le taux de change',
  'The rate at which dollars are charged in gourdes, and the minimum card charge in each currency. With `amount`, also converts that amount in gourdes to dollars: any decimal from 0 to 10^12. The amount and its conversion are rounded half up to the hundredth.':
    'Le taux auquel les dollars sont débités en gourdes, et le débit minimum par carte dans chaque devise. Avec `amount`, convertit aussi ce montant de gourdes en dollars\u00a0: tout nombre décimal de 0 à 10^12. Le montant et sa conversion sont arrondis au centième, la moitié vers le haut.',
  'An HTG amount to convert to USD, with any number of decimals.':
    'Un montant en HTG à convertir en USD, avec autant de décimales que voulu.',
  'Exchange rate': 'Taux de change',
  'With an amount of 1000': 'Avec un montant de 1000',
  'Check that the API responds': 'Vérifier que l’API répond',
  'Confirms that the API accepts this key, and returns its version. The fields are at the root.':
    'Confirme que l’API accepte cette clé, et renvoie sa version. Les champs sont à la racine.',
  'The API responds': 'L’API répond',
  'Complete a test payment': 'Faire réussir un paiement de test',
  'Completes a test payment immediately, as if the customer had paid it on its page. Test keys only.':
    'Fait réussir un paiement de test tout de suite, comme si le client l’avait payé sur sa page. Clés de test seulement.',
  'Fail a test payment': 'Faire échouer un paiement de test',
  'Fails a test payment immediately, with the given reason or `declined`. Test keys only. The body is optional.':
    'Fait échouer un paiement de test tout de suite, avec la raison donnée ou `declined`. Clés de test seulement. Le corps est facultatif.',
  'With a reason': 'Avec une raison',
  Declined: 'Refusé',
  'Read the settings of your website': 'Lire les réglages de votre site',
  'The name, mode, methods, return URL and callback URL of the website of this key. A program can check its setup with it. Changes take effect within ten seconds.':
    'Le nom, le mode, les moyens de paiement, l’URL de retour et l’URL de rappel du site de cette clé. Un programme peut vérifier ainsi sa configuration. Les changements s’appliquent en dix secondes.',
  'A website in test mode': 'Un site en mode test',
  'List the last API requests': 'Lister les dernières requêtes à l’API',
  "The requests of the keys of the key's website and mode in the last 14 days, newest first: what was called, and what it returned. A request appears a few seconds after its response. Of each key, the newest 10,000 requests are listed. Successful reads of the events feeds are not listed, because programs send them every few seconds, and nor are reads of this list.":
    'Les requêtes des clés du site et du mode de la clé pendant les 14 derniers jours, les plus récentes d’abord\u00a0: ce qui a été appelé, et ce que cela a renvoyé. Une requête apparaît quelques secondes après sa réponse. Les 10\u202f000 requêtes les plus récentes de chaque clé figurent. Les lectures réussies des flux d’événements ne figurent pas, car des programmes en envoient toutes les quelques secondes, ni les lectures de cette liste.',
  'Only the request with this `X-Request-Id`.': 'Seulement la requête avec ce `X-Request-Id`.',
  'Only responses with a status of this class.': 'Seulement les réponses dont le statut est de cette classe.',
  'Only responses with this error.': 'Seulement les réponses avec cette erreur.',
  'Only requests of this key.': 'Seulement les requêtes de cette clé.',
  'Requests on a page.': 'Requêtes par page.',
  'Empty for the first page, then the `next_cursor` of the previous response.':
    'Vide pour la première page, puis le `next_cursor` de la réponse précédente.',
  'The `cursor` of the next page; null on the last one.': 'Le `cursor` de la page suivante\u202f; null à la dernière.',
  'When requests were last missing from the list, because too many arrived at once. Null: none in 14 days.':
    'La dernière fois que des requêtes ont manqué dans la liste, parce que trop sont arrivées à la fois. Null\u00a0: aucune en 14 jours.',
  'ISO 8601 in UTC with microseconds and a trailing Z.': 'ISO 8601 en UTC, avec des microsecondes et un Z à la fin.',
  'A payment that was not created': 'Un paiement qui n’a pas été créé',
  'Create a checkout session': 'Créer une session de paiement',
  'Creates a page where the customer of one order chooses the payment method. Redirect the customer to `url`. Each choice is an ordinary payment of this key, with its webhook; at most one payment of a session completes. There is no idempotency key: after a lost response, create another session. The customer gets only the address that you redirect to, so the lost session expires unpaid.':
    'Crée une page où le client d’une commande choisit le moyen de paiement. Redirigez le client vers `url`. Chaque choix est un paiement ordinaire de cette clé, avec son webhook\u202f; au plus un paiement d’une session réussit. Il n’y a pas de clé d’idempotence\u00a0: après une réponse perdue, créez une autre session. Le client ne reçoit que l’adresse vers laquelle vous le redirigez, donc la session perdue expire sans être payée.',
  'An order': 'Une commande',
  'Two methods, with a price in dollars': 'Deux moyens de paiement, avec un prix en dollars',
  'The customer can choose': 'Le client peut choisir',
  'Read a checkout session': 'Lire une session de paiement',
  'One session, with its payments.': 'Une session, avec ses paiements.',
  'The `session_id` in the response to the creation.': 'Le `session_id` de la réponse à la création.',
  'Cancel a checkout session': 'Annuler une session de paiement',
  'No payment can be started any more, and open payments are cancelled where the provider allows it. Branch on the `status` of the response: a session that was paid stays `paid`, and it is `processing` while a payment may still be paid. Cancelling a session again is not an error.':
    'Aucun paiement ne peut plus commencer, et les paiements ouverts sont annulés si le prestataire le permet. Décidez d’après le `status` de la réponse\u00a0: une session qui a été payée reste `paid`, et elle est `processing` tant qu’un paiement peut encore réussir. Annuler de nouveau une session n’est pas une erreur.',
  'Create a payment link': 'Créer un lien de paiement',
  "Creates a link for the key's website and mode. Its payments are listed under this key. A request whose response is lost may have created a link: list the links before you retry.":
    'Crée un lien pour le site et le mode de la clé. Ses paiements sont listés sous cette clé. Une requête dont la réponse est perdue a peut-être créé un lien\u00a0: listez les liens avant de réessayer.',
  'Ten baskets at a fixed price': 'Dix paniers à prix fixe',
  'An amount that customers enter': 'Un montant que le client saisit',
  'List payment links': 'Lister les liens de paiement',
  "The links of the key's website and mode, newest first.":
    'Les liens du site et du mode de la clé, les plus récents d’abord.',
  'Links on a page.': 'Liens par page.',
  'Null on the last page.': 'Null à la dernière page.',
  'One link': 'Un lien',
  'Read a payment link': 'Lire un lien de paiement',
  'One link, with its sales.': 'Un lien, avec ses ventes.',
  "The code at the end of the link's address.": 'Le code à la fin de l’adresse du lien.',
  'Two sold': 'Deux vendus',
  'Change the picture of a payment link': 'Changer l’image d’un lien de paiement',
  "Shows this picture on the link's page, instead of the previous one.":
    'Montre cette image sur la page du lien, à la place de l’ancienne.',
  'A green square': 'Un carré vert',
  'Remove the picture of a payment link': 'Retirer l’image d’un lien de paiement',
  "Removes the picture from the link's page. Removing it again is not an error.":
    'Retire l’image de la page du lien. La retirer de nouveau n’est pas une erreur.',
  'Deactivate a payment link': 'Désactiver un lien de paiement',
  'Deactivates a link permanently. Open payments continue. Deactivating a link again is not an error.':
    'Désactive un lien pour toujours. Les paiements ouverts continuent. Désactiver de nouveau un lien n’est pas une erreur.',
  'Poll the sandbox events feed with refunds': 'Lire le flux d’événements de la sandbox, avec les remboursements',
  'Test keys only. Returns the events of the sandbox feed and those of refunds, in the order in which they happened, in the format of webhooks. Both feeds have the same cursors. While `has_more` is true, request again immediately with `after` set to `next_cursor`. With `wait` the request waits for the next event.':
    'Clés de test seulement. Renvoie les événements du flux de la sandbox et ceux des remboursements, dans l’ordre où ils sont arrivés, au format des webhooks. Les deux flux ont les mêmes curseurs. Tant que `has_more` vaut true, refaites tout de suite la requête avec `after` égal à `next_cursor`. Avec `wait`, la requête attend l’événement suivant.',
  'An event of a refund': 'Un événement d’un remboursement',
  'Request a refund': 'Demander un remboursement',
  'Requests a refund of a completed payment under an id that you choose. The same request again returns the same refund with 200, so repeat it after any error or time-out. All refunds of a payment together never exceed what was paid.':
    'Demande le remboursement d’un paiement réussi sous un identifiant que vous choisissez. La même requête renvoie ensuite le même remboursement avec 200\u00a0: répétez-la donc après toute erreur ou attente trop longue. Tous les remboursements d’un paiement ensemble ne dépassent jamais le montant payé.',
  'Your name for the refund. Requests with the same name are one refund.':
    'Votre nom pour le remboursement. Des requêtes avec le même nom sont un seul remboursement.',
  'A part of a payment': 'Une partie d’un paiement',
  'All that is left': 'Tout ce qui reste',
  'The money was returned': 'L’argent a été rendu',
  'A stored refund': 'Un remboursement enregistré',
  'Read a refund': 'Lire un remboursement',
  'One refund, by the id that you chose.': 'Un remboursement, par l’identifiant que vous avez choisi.',
  'List disputes': 'Lister les contestations',
  "The disputes of card payments of the key's website and mode, newest first. Only disputes that moved money are listed.":
    'Les contestations de paiements par carte du site et du mode de la clé, les plus récentes d’abord. Seules figurent celles qui ont déplacé de l’argent.',
  'Only disputes of this payment.': 'Seulement les contestations de ce paiement.',
  'Only disputes with this status.': 'Seulement les contestations avec ce statut.',
  'Disputes on a page.': 'Contestations par page.',
  'One open dispute': 'Une contestation ouverte',
  'List refunds': 'Lister les remboursements',
  "The refunds of the key's website and mode, newest first.":
    'Les remboursements du site et du mode de la clé, les plus récents d’abord.',
  'Only refunds of this payment.': 'Seulement les remboursements de ce paiement.',
  'Only refunds with this status.': 'Seulement les remboursements avec ce statut.',
  'Only refunds of this kind.': 'Seulement les remboursements de ce type.',
  'Refunds on a page.': 'Remboursements par page.',
  'One refund': 'Un remboursement',
  'A payment was paid': 'Un paiement a été payé',
  'Sent as POST to the callback URL of your website. Verify the signature over the raw body before you parse it, respond quickly with a 2xx, and ignore an event whose `data.transaction_id` and `event` you have already stored.':
    'Envoyé en POST à l’URL de rappel de votre site. Vérifiez la signature sur le corps brut avant de l’analyser, répondez vite avec un 2xx, et ignorez un événement dont vous avez déjà enregistré `data.transaction_id` et `event`.',
  "Lowercase hex of HMAC-SHA256 over the raw body, keyed with the website's whole webhook secret.":
    'HMAC-SHA256 du corps brut, en hexadécimal minuscule, avec comme clé tout le secret des webhooks du site.',
  'The `event` of the body.': 'Le `event` du corps.',
  'The mode of the payment, the refund or the test event. A live shop must reject `test`.':
    'Le mode du paiement, du remboursement ou de l’événement de test. Une boutique de production doit rejeter `test`.',
  'The `timestamp` of the body. Retries reuse it, so do not reject old ones.':
    'Le `timestamp` du corps. Les nouvelles tentatives le gardent\u00a0: ne rejetez donc pas les anciens.',
  'Delivered. Any other response, or none within 10 seconds, is retried.':
    'Livré. Après toute autre réponse, ou sans réponse en 10 secondes, l’événement est renvoyé.',
  'A payment failed': 'Un paiement a échoué',
  'A refund succeeded': 'Un remboursement a réussi',
  'Sent as POST to the callback URL for refunds, if your website has one, and signed like an event of a payment. Ignore an event whose `data.refund_id` and `event` you have already stored. Events can arrive in any order: a refund that was reversed stays reversed.':
    'Envoyé en POST à l’URL de rappel pour les remboursements, si votre site en a une, et signé comme un événement d’un paiement. Ignorez un événement dont vous avez déjà enregistré `data.refund_id` et `event`. Les événements peuvent arriver dans n’importe quel ordre\u00a0: un remboursement revenu reste revenu.',
  'A refund failed: no money moved': 'Un remboursement a échoué\u00a0: rien n’a été remboursé',
  'The money of a refund came back': 'L’argent d’un remboursement est revenu',
  'A test event from the console': 'Un événement de test de la console',
  "Sent once, by a button on the website's page in the console, with the same headers as every event. There is no payment: respond with a 2xx and do nothing.":
    'Envoyé une fois, par un bouton sur la page du site dans la console, avec les mêmes en-têtes que chaque événement. Il n’y a pas de paiement\u00a0: répondez 2xx et ne faites rien.',
  'Delivered. The console shows your response; the event is never retried.':
    'Livré. La console montre votre réponse\u202f; l’événement n’est jamais renvoyé.',
  'A payment in reads, lists, webhooks and events: exactly these fields. Its `status` determines which of them are null.':
    'Un paiement dans les lectures, les listes, les webhooks et les événements\u00a0: exactement ces champs. Son `status` détermine lesquels sont null.',
  'Numeric string of 15 or 16 digits.': 'Texte de 15 ou 16 chiffres.',
  'Decimal string with two decimals, in the main currency unit. Parse it as a decimal, not as a float.':
    'Texte décimal avec deux décimales, dans l’unité principale. Lisez-le comme un décimal, pas en virgule flottante.',
  'HTG (gourdes) or USD.': 'HTG (gourdes) ou USD.',
  'Not final.': 'Pas définitif.',
  "The merchant's own order identifier. Not unique.": 'L’identifiant de commande du marchand. Pas unique.',
  'The customer, as sent by the merchant.': 'Le client, comme le marchand l’a envoyé.',
  "The merchant's data, exactly as sent.": 'Les données du marchand, exactement comme envoyées.',
  'Paid. Final.': 'Payé. Définitif.',
  'When it was paid.': 'Quand il a été payé.',
  'Not paid. Final.': 'Pas payé. Définitif.',
  'When it failed.': 'Quand il a échoué.',
  'A short code, set when the payment has failed.': 'Un code court, présent quand le paiement a échoué.',
  'No payment has this id.': 'Aucun paiement n’a cet identifiant.',
  'A payment to create. Unknown fields are ignored, and null counts as absent.':
    'Un paiement à créer. Les champs inconnus sont ignorés, et null compte comme absent.',
  'In the main currency unit: 500 is 500 gourdes. At most two decimals; each method has its own limits. A validator that divides in floating point needs a tolerance for `multipleOf`.':
    'Dans l’unité principale\u00a0: 500 veut dire 500 gourdes. Au plus deux décimales\u202f; chaque moyen de paiement a ses limites. Un validateur qui divise en virgule flottante a besoin d’une tolérance pour `multipleOf`.',
  'Stored exactly as sent.': 'Enregistré exactement comme envoyé.',
  'Your own order identifier. Not unique.': 'Votre propre identifiant de commande. Pas unique.',
  'Returned unchanged in reads and webhooks.': 'Renvoyé sans changement dans les lectures et les webhooks.',
  'One charge, or one at every interval.': 'Un seul débit, ou un à chaque intervalle.',
  'Required when `recurring` is true, rejected otherwise.': 'Obligatoire quand `recurring` vaut true, rejeté sinon.',
  'The number of intervals between two charges; 1 when absent.':
    'Le nombre d’intervalles entre deux débits\u202f; 1 si absent.',
  'The values that the customer needs to pay: CreatedRedirect for `moncash` and `lakaypay_card`, CreatedNatCash for `natcash`, CreatedCard for `card`.':
    'Les valeurs dont le client a besoin pour payer\u00a0: CreatedRedirect pour `moncash` et `lakaypay_card`, CreatedNatCash pour `natcash`, CreatedCard pour `card`.',
  "The page to redirect the customer's browser to. Absent for `card`.":
    'La page vers laquelle rediriger le navigateur du client. Absent pour `card`.',
  '`natcash` only.': '`natcash` seulement.',
  'The customer pays in the widget. Reads return `pending`.':
    'Le client paie dans le widget. Les lectures renvoient `pending`.',
  '`card` only: pass it to the card widget.': '`card` seulement\u00a0: passez-le au widget de carte.',
  '`card` only.': '`card` seulement.',
  'Present when a USD amount was converted to HTG.': 'Présent quand un montant en USD a été converti en HTG.',
  'The amount of the request, in dollars.': 'Le montant de la requête, en dollars.',
  'Gourdes per dollar.': 'Gourdes par dollar.',
  'The amount the customer is charged, in gourdes.': 'Le montant débité au client, en gourdes.',
  'The number of payments that match the filters, on all pages.':
    'Le nombre de paiements qui correspondent aux filtres, sur toutes les pages.',
  'At least 1.': 'Au moins 1.',
  "The provider's own data: do not use it in your code's decisions.":
    'Les données du prestataire\u00a0: votre code ne doit rien décider avec elles.',
  'The failure reason.': 'La raison de l’échec.',
  'Unix time in seconds at which the payment became final; retries reuse it.':
    'Heure Unix en secondes à laquelle le paiement est devenu définitif\u202f; les nouvelles tentatives la gardent.',
  'Unix time in seconds at which the refund reached this status; retries reuse it.':
    'Heure Unix en secondes à laquelle le remboursement a pris ce statut\u202f; les nouvelles tentatives la gardent.',
  'Unix time in seconds at which the event was sent.': 'Heure Unix en secondes à laquelle l’événement a été envoyé.',
  'Gourdes per US dollar. Can change at any time.': 'Gourdes par dollar américain. Peut changer à tout moment.',
  'Set when `amount` was passed.': 'Présent quand `amount` a été envoyé.',
  'When the source published the rate or, if unknown, when the gateway last read it. Null: fixed by the operator.':
    'Quand la source a publié le taux ou, si on ne le sait pas, quand la passerelle l’a lu pour la dernière fois. Null\u00a0: fixé par l’opérateur.',
  'The settings of the website of a key. Secrets are not shown.':
    'Les réglages du site d’une clé. Les secrets ne sont pas montrés.',
  'The name that customers see.': 'Le nom que voient les clients.',
  'The mode of the key.': 'Le mode de la clé.',
  'The methods with which this key can create payments.':
    'Les moyens avec lesquels cette clé peut créer des paiements.',
  'Where the payment page sends customers back to. Null: there is no way back.':
    'Où la page de paiement renvoie les clients. Null\u00a0: il n’y a pas de retour.',
  "Where the events of this mode's payments are sent. Null: webhooks are not sent.":
    'Où sont envoyés les événements des paiements de ce mode. Null\u00a0: aucun webhook n’est envoyé.',
  'In the main currency unit. Every payment of the session is for this amount.':
    'Dans l’unité principale. Chaque paiement de la session est de ce montant.',
  'Dollars are converted for `moncash` and `natcash` when the customer chooses the method.':
    'Les dollars sont convertis pour `moncash` et `natcash` quand le client choisit le moyen de paiement.',
  'Shown to the customer.': 'Montré au client.',
  'Copied to every payment of the session. `checkout_session` is reserved.':
    'Copié dans chaque paiement de la session. `checkout_session` est réservé.',
  'The methods to choose from; all of these when absent.':
    'Les moyens de paiement au choix\u202f; tous ceux-ci si absent.',
  "Where a customer who has paid returns to; your website's return URL when absent.":
    'Où revient un client qui a payé\u202f; l’URL de retour de votre site si absent.',
  'Where a customer returns to without paying.': 'Où revient un client qui n’a pas payé.',
  'A time with its UTC offset, within 30 days; 24 hours from now when absent.':
    'Une heure avec son décalage UTC, dans les 30 jours\u202f; dans 24 heures si absent.',
  "A checkout session of the key's website and mode.": 'Une session de paiement du site et du mode de la clé.',
  'The page to redirect the customer to.': 'La page vers laquelle rediriger le client.',
  'Only `paid` means that a payment is completed. `processing`: no payment can be started any more, but an earlier one may still be paid. `expired` and `cancelled`: no payment was completed, and none will be.':
    'Seul `paid` veut dire qu’un paiement a réussi. `processing`\u00a0: aucun paiement ne peut plus commencer, mais un paiement déjà commencé peut encore réussir. `expired` et `cancelled`\u00a0: aucun paiement n’a réussi, et aucun ne réussira.',
  'When it was cancelled through the API.': 'Quand elle a été annulée par l’API.',
  'The completed payment; null unless `paid`.': 'Le paiement réussi\u202f; null sauf si `paid`.',
  'The payments that the customer has started, newest first: at most 20.':
    'Les paiements que le client a commencés, les plus récents d’abord\u00a0: au plus 20.',
  "A request of a key of the key's website and mode. Bodies and query parameters are not stored.":
    'Une requête d’une clé du site et du mode de la clé. Les corps et les paramètres ne sont pas enregistrés.',
  'The `X-Request-Id` of the response.': 'Le `X-Request-Id` de la réponse.',
  'The key that was used.': 'La clé qui a été utilisée.',
  'When the request arrived.': 'Quand la requête est arrivée.',
  'The path as in this document, without the values of its parameters.':
    'Le chemin comme dans ce document, sans les valeurs de ses paramètres.',
  'The HTTP status of the response.': 'Le statut HTTP de la réponse.',
  'The `error` of the response; null if it has none.': 'Le `error` de la réponse\u202f; null si elle n’en a pas.',
  'The payment that was created or named in the path.': 'Le paiement qui a été créé ou nommé dans le chemin.',
  'The time until the response was sent, in microseconds.': 'Le temps jusqu’à l’envoi de la réponse, en microsecondes.',
  'The product or service, in a few words.': 'Le produit ou le service, en quelques mots.',
  'Details, in at least one of these languages.': 'Des détails, dans au moins une de ces langues.',
  '`prefilled`: a suggestion that customers can change. `chosen`: customers enter the amount.':
    '`prefilled`\u00a0: un montant suggéré que le client peut changer. `chosen`\u00a0: le client saisit le montant.',
  'In the main currency unit, for `fixed` and `prefilled`.': 'Dans l’unité principale, pour `fixed` et `prefilled`.',
  'The minimum that customers can enter; not for `fixed`.':
    'Le minimum que le client peut saisir\u202f; pas pour `fixed`.',
  'The maximum that customers can enter; not for `fixed`.':
    'Le maximum que le client peut saisir\u202f; pas pour `fixed`.',
  'The payment methods; all of these when absent.': 'Les moyens de paiement\u202f; tous ceux-ci si absent.',
  'The quantity available; unlimited when absent.': 'La quantité disponible\u202f; illimitée si absent.',
  'How many units a customer can buy in one payment, at the fixed `amount` each; more than 1 only for `fixed`.':
    'Combien d’unités un client peut acheter en un paiement, au `amount` fixe chacune\u202f; plus de 1 seulement pour `fixed`.',
  'Can be paid once: a stock of 1.': 'Peut être payé une seule fois\u00a0: un stock de 1.',
  'A date and time, with its UTC offset.': 'Une date et une heure, avec son décalage UTC.',
  'Whether customers must enter their name.': 'Si les clients doivent donner leur nom.',
  'Whether customers must enter their phone number.': 'Si les clients doivent donner leur numéro de téléphone.',
  'Whether customers may enter an e-mail address, for their receipt.':
    'Si les clients peuvent donner une adresse e-mail, pour leur reçu.',
  'A text shown after payment.': 'Un texte montré après le paiement.',
  'The address that gets an e-mail for every payment.': 'L’adresse qui reçoit un e-mail à chaque paiement.',
  'A PNG, JPEG or WebP picture in base64: at most 40000 bytes, 64 to 2048 pixels on each side.':
    'Une image PNG, JPEG ou WebP en base64\u00a0: au plus 40\u202f000 octets, de 64 à 2048 pixels de chaque côté.',
  "A payment link of the key's website and mode.": 'Un lien de paiement du site et du mode de la clé.',
  'The address that customers open.': 'L’adresse que les clients ouvrent.',
  'The key under which its payments are listed.': 'La clé sous laquelle ses paiements sont listés.',
  'Only `active` links can be paid. `in_use`: every unit is reserved by an open payment, and may become available again.':
    'Seuls les liens `active` peuvent être payés. `in_use`\u00a0: chaque unité est réservée par un paiement ouvert, et peut redevenir disponible.',
  'Null when customers enter the amount.': 'Null quand le client saisit le montant.',
  'Null: unlimited.': 'Null\u00a0: illimité.',
  'Units still available. Null without a stock.': 'Unités encore disponibles. Null sans stock.',
  'The picture on its page.': 'L’image de sa page.',
  'The number of payments, the units of open and paid payments, and the total amounts of paid payments.':
    'Le nombre de paiements, les unités des paiements ouverts et payés, et les montants totaux des paiements payés.',
  'The transaction id of the completed payment.': 'L’identifiant du paiement réussi.',
  'In the currency in which the customer was charged. When absent, everything that has not been refunded yet is refunded.':
    'Dans la devise dans laquelle le client a été débité. Si absent, tout ce qui n’a pas encore été remboursé est remboursé.',
  'For your records.': 'Pour vos propres données.',
  "A refund of the key's website and mode.": 'Un remboursement du site et du mode de la clé.',
  'The id that you chose; of an external refund, the gateway.':
    'L’identifiant que vous avez choisi\u202f; pour un remboursement externe, celui de la passerelle.',
  'Money has been returned only when it is `succeeded`. `failed`: it is proven that no money moved. `unknown`: the gateway searches the provider records. `manual`: the operator pays by hand. `reversed`: the money came back after the success.':
    'L’argent n’est rendu que si le statut est `succeeded`. `failed`\u00a0: il est prouvé que rien n’a été remboursé. `unknown`\u00a0: la passerelle cherche dans les données du prestataire. `manual`\u00a0: l’opérateur paie par transfert manuel. `reversed`\u00a0: l’argent est revenu après la réussite.',
  "The provider's number of the refund, or of the wallet transaction that paid it.":
    'Le numéro du remboursement chez le prestataire, ou de la transaction du portefeuille qui l’a payé.',
  '`gateway`: requested through this gateway. `external`: made in the portal of the provider, and found in its records. The gateway chooses the `refund_id` of an external refund, and sends no webhook about it.':
    '`gateway`\u00a0: demandé par cette passerelle. `external`\u00a0: fait sur le portail du prestataire, et trouvé dans ses données. La passerelle choisit le `refund_id` d’un remboursement externe, et n’envoie aucun webhook à son sujet.',
  "A dispute of a payment of the key's website and mode.":
    'Une contestation d’un paiement du site et du mode de la clé.',
  'Why, as the provider names it.': 'La raison, comme le prestataire la nomme.',
  '`opened`: the customer’s bank holds the money until it decides. `won`: the money is back. `lost`: the customer has it; the provider can still reverse the decision, and the dispute is then `won`.':
    '`opened`\u00a0: la banque du client garde l’argent jusqu’à sa décision. `won`\u00a0: l’argent est revenu. `lost`\u00a0: le client l’a\u202f; le prestataire peut encore changer la décision, et la contestation est alors `won`.',
  "The provider's number of the dispute.": 'Le numéro de la contestation chez le prestataire.',
  'Until when evidence is to be sent. Null when none is due, for example because the bank has it.':
    'Jusqu’à quand envoyer des preuves. Null si aucune n’est attendue, par exemple parce que la banque les a.',
  'When the gateway learned of the decision.': 'Quand la passerelle a appris la décision.',
  'When the gateway found the dispute.': 'Quand la passerelle a trouvé la contestation.',
  'A machine-readable code. Later versions may add codes: use the HTTP status for codes you do not recognise.':
    'Un code pour les programmes. Des versions suivantes peuvent en ajouter\u00a0: avec un code inconnu, utilisez le statut HTTP.',
  'For people. Its wording may change.': 'Pour les personnes. Le texte peut changer.',
  'Maps each field name to its error messages.': 'Donne pour chaque champ ses messages d’erreur.',
  'Whole seconds until the next request is accepted.':
    'Nombre entier de secondes avant que la requête suivante soit acceptée.',
  "The amount is below the method's minimum; the message states the limit.":
    'Le montant est au-dessous du minimum du moyen de paiement\u202f; le message donne la limite.',
  "The amount is above the method's maximum; the message states the limit.":
    'Le montant est au-dessus du maximum du moyen de paiement\u202f; le message donne la limite.',
  'The method is disabled for the website or, in live mode, has no provider credentials.':
    'Le moyen de paiement est désactivé pour le site ou, en mode production, le prestataire de paiement n’est pas configuré.',
  'The payment method does not allow this refund; the message says what is possible.':
    'Le moyen de paiement ne permet pas ce remboursement\u202f; le message dit ce qui est possible.',
  'The provider declined the payment. You can show the message to the customer. The payment is stored as failed.':
    'Le prestataire de paiement a refusé le paiement. Vous pouvez montrer le message au client. Le paiement est enregistré comme échoué.',
  'The request is not valid HTTP.': 'La requête n’est pas du HTTP valide.',
  'The X-Api-Key header is missing or empty.': 'L’en-tête X-Api-Key manque ou est vide.',
  'The key does not exist, has expired, or was rotated and its overlap is over. Do not retry in a loop.':
    'La clé n’existe pas, a expiré, ou a été renouvelée et son ancienne valeur ne marche plus. Ne réessayez pas en boucle.',
  'The key exists but was deactivated.': 'La clé existe, mais elle a été désactivée.',
  'The website of the key was deactivated.': 'Le site de la clé a été désactivé.',
  'The key may not do this. Test helpers accept only test keys, and a key may be restricted to addresses and scopes. The message gives the reason.':
    'La clé n’a pas ce droit. Les aides de test n’acceptent que des clés de test, et une clé peut être limitée à des adresses et à des droits. Le message donne la raison.',
  'The operator has not approved the website for live `card` payments.':
    'L’opérateur n’a pas approuvé le site pour les paiements `card` de production.',
  'The events feed was requested with a live key.': 'Le flux d’événements a été demandé avec une clé de production.',
  "No payment of this key's website and mode matches.": 'Aucun paiement du site et du mode de cette clé ne correspond.',
  "No refund of this key's website and mode has this id.":
    'Aucun remboursement du site et du mode de cette clé n’a cet identifiant.',
  'The path is unknown, or cannot be decoded.': 'Le chemin est inconnu, ou ne peut pas être décodé.',
  'The path exists, but does not support this HTTP method.': 'Le chemin existe, mais n’accepte pas cette méthode HTTP.',
  'The request did not arrive completely in time. Nothing was done.':
    'La requête n’est pas arrivée en entier à temps. Rien n’a été fait.',
  'A test helper was called for a payment that is already completed or failed.':
    'Une aide de test a été appelée pour un paiement déjà réussi ou échoué.',
  'Only completed payments can be refunded.': 'Seul un paiement réussi peut être remboursé.',
  'All refunds of a payment together cannot exceed what was paid; the message states what is left.':
    'Tous les remboursements d’un paiement ensemble ne peuvent pas dépasser le montant payé\u202f; le message dit ce qui reste.',
  'The id names a refund with another payment, amount or reason. Use a new id for another refund.':
    'L’identifiant est celui d’un remboursement avec un autre paiement, un autre montant ou un autre motif. Prenez un nouvel identifiant pour un autre remboursement.',
  'The body is over 64 KiB.': 'Le corps dépasse 64 Kio.',
  'The Content-Type of the body is not JSON.': 'Le Content-Type du corps n’est pas JSON.',
  'A field is missing or invalid; `errors` names each one.':
    'Un champ manque ou n’est pas valide\u202f; `errors` nomme chacun.',
  'The `after` of the events feed is not a cursor of this website, or the `cursor` of the list is not one of this key.':
    'Le `after` du flux d’événements n’est pas un curseur de ce site, ou le `cursor` de la liste n’est pas un curseur de cette clé.',
  'Too many requests from one IP address, or too many verifications of one payment.':
    'Trop de requêtes d’une adresse IP, ou trop de vérifications d’un paiement.',
  'This IP address has sent ten invalid keys within an hour. Valid keys still work.':
    'Cette adresse IP a envoyé dix clés invalides en une heure. Les clés valides fonctionnent toujours.',
  'The request line and headers are over 16 KiB.': 'La ligne de requête et les en-têtes dépassent 16 Kio.',
  'The gateway failed. The payment may exist: look it up by its reference.':
    'La passerelle a échoué. Le paiement existe peut-être\u00a0: cherchez-le par sa référence.',
  'The gateway does not know this HTTP method. Nothing was done.':
    'La passerelle ne connaît pas cette méthode HTTP. Rien n’a été fait.',
  'The gateway or its database is unavailable or overloaded. Nothing was done, so you can retry the request.':
    'La passerelle ou sa base de données est indisponible ou surchargée. Rien n’a été fait\u00a0: vous pouvez réessayer.',
  'The request succeeded.': 'La requête a réussi.',
  'The payment, session, link or refund was created.':
    'Le paiement, la session, le lien ou le remboursement a été créé.',
  'The request cannot be done as it is: an amount, a method, or invalid HTTP.':
    'La requête ne peut pas être faite ainsi\u00a0: un montant, un moyen de paiement, ou du HTTP invalide.',
  'The key is missing or invalid.': 'La clé manque ou n’est pas valide.',
  'The key may not do this, or it or its website is deactivated.':
    'La clé n’a pas ce droit, ou elle ou son site est désactivé.',
  'Nothing of this website has this id, name or address.':
    'Rien de ce site n’a cet identifiant, ce nom ou cette adresse.',
  'The address does not accept this method.': 'L’adresse n’accepte pas cette méthode.',
  'The request did not arrive in time.': 'La requête n’est pas arrivée à temps.',
  'The state or the name of the object does not allow it.': 'L’état ou le nom de l’objet ne le permet pas.',
  'The body is too large.': 'Le corps est trop grand.',
  'The body is not JSON.': 'Le corps n’est pas du JSON.',
  'A field is invalid; the response names each.': 'Un champ n’est pas valide\u202f; la réponse nomme chacun.',
  'Too many requests; the response says how many seconds to wait.':
    'Trop de requêtes\u202f; la réponse dit combien de secondes attendre.',
  'The headers are too large.': 'Les en-têtes sont trop grands.',
  'The gateway failed. Look up the payment before you repeat a create request.':
    'La passerelle a échoué. Cherchez le paiement avant de répéter une création.',
  'The request uses a feature of HTTP that the gateway does not have.':
    'La requête utilise une fonction de HTTP que la passerelle n’a pas.',
  'From a proxy: no valid response of the gateway. Look up the payment as after a 500.':
    'D’un proxy\u00a0: pas de réponse valide de la passerelle. Cherchez le paiement comme après un 500.',
  'The gateway is overloaded or not ready, and did nothing. Its header says when to retry.':
    'La passerelle est surchargée ou pas prête, et n’a rien fait. Son en-tête dit quand réessayer.',
  'From a proxy: no response of the gateway in time. Look up the payment as after a 500.':
    'D’un proxy\u00a0: pas de réponse de la passerelle à temps. Cherchez le paiement comme après un 500.',
};
