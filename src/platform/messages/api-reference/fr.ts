/** The texts of the API's description in French, by the English text. Markdown. */
export const fr: Readonly<Record<string, string>> = {
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
