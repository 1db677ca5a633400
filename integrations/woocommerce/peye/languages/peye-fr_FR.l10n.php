<?php
/**
 * The texts of the plugin in French.
 *
 * @package Peye
 */

return array(
	'domain'   => 'peye',
	'language' => 'fr_FR',
	'messages' => array(
		'Fill in the address and the test key first.' =>
			'Remplissez d’abord l’adresse et la clé de test.',
		'Fill in the address and the live key first.' =>
			'Remplissez d’abord l’adresse et la clé de production.',
		'This key belongs to the other mode (test or live).' =>
			'Cette clé appartient à l’autre mode (test ou production).',
		'No connection. %s' =>
			'Pas de connexion. %s',
		'Peye limits the requests of this server.' =>
			'Peye limite les requêtes de ce serveur.',
		'The test key works.' =>
			'La clé de test fonctionne.',
		'The live key works.' =>
			'La clé de production fonctionne.',
		'Connected. %1$s Peye %2$s, 1 USD = %3$s HTG.' =>
			'Connecté. %1$s Peye %2$s, 1 USD = %3$s HTG.',
		'Set the return URL in Peye: without it, customers cannot come back to your shop after they pay.' =>
			'Définissez l’URL de retour dans Peye : sans elle, les clients ne peuvent pas revenir à votre boutique après le paiement.',
		'The customer chooses MonCash, NatCash or LakayPay card on a page of Peye, and can change the method there until the order is paid. Dollars are charged in gourdes by the wallets.' =>
			'Le client choisit MonCash, NatCash ou la carte LakayPay sur une page de Peye, et peut y changer de moyen tant que la commande n’est pas payée. Les portefeuilles débitent les dollars en gourdes.',
		'You will choose how to pay on the next page.' =>
			'Vous choisirez le moyen de paiement à la page suivante.',
		'Mobile wallet or LakayPay card' =>
			'Portefeuille mobile ou carte LakayPay',
		'Peye: the customer did not pay on the page with the choice of methods. %1$s Session %2$s.' =>
			'Peye : le client n’a pas payé sur la page où il choisit le moyen de paiement. %1$s Session %2$s.',
		'This order is not paid yet. You can pay it now.' =>
			'Cette commande n’est pas encore payée. Vous pouvez la payer maintenant.',
		'Peye: the customer chooses how to pay %1$s. Session %2$s.' =>
			'Peye : le client choisit comment payer %1$s. Session %2$s.',
		'Peye payments' =>
			'Paiements Peye',
		'TEST MODE' =>
			'MODE TEST',
		'Transaction %s' =>
			'Transaction %s',
		'being started' =>
			'en préparation',
		'response lost' =>
			'réponse perdue',
		'not created' =>
			'non créé',
		'open' =>
			'en cours',
		'failed' =>
			'échoué',
		'paid' =>
			'payé',
		'paid, wrong amount' =>
			'payé, montant différent',
		'Ask Peye whether it is paid' =>
			'Demander à Peye si la commande est payée',
		'Peye: checked, and the payment is still open.' =>
			'Peye : vérification faite, le paiement est toujours en cours.',
		'Your Peye gateway' =>
			'Votre passerelle Peye',
		'Customers can place orders, but no one pays real money.' =>
			'Les clients peuvent commander, mais personne ne paie avec de l’argent réel.',
		'Live mode: customers pay real money.' =>
			'Mode production : les clients paient avec de l’argent réel.',
		'Address' =>
			'Adresse',
		'The address of the gateway. Its operator gives it to you.' =>
			'L’adresse de la passerelle, donnée par l’opérateur de Peye.',
		'Test mode' =>
			'Mode test',
		'Accept test payments only. Clear this box to receive real money.' =>
			'Accepter seulement des paiements de test. Décochez pour recevoir de l’argent.',
		'Test key' =>
			'Clé de test',
		'Begins with tk_test_.' =>
			'Commence par tk_test_.',
		'Live key' =>
			'Clé de production',
		'Begins with tk_live_.' =>
			'Commence par tk_live_.',
		'Connection' =>
			'Connexion',
		'What Peye needs to know about your shop' =>
			'Ce que Peye doit savoir de votre boutique',
		'Set both addresses for your website in the console of Peye, or send them to its operator. The webhook address is also the callback URL for refunds.' =>
			'Indiquez les deux adresses pour votre site dans la console de Peye, ou envoyez les deux adresses à l’opérateur de Peye. L’adresse des webhooks est aussi l’URL de rappel des remboursements.',
		'Webhook address (callback URL)' =>
			'Adresse du webhook (URL de rappel)',
		'Return address' =>
			'Adresse de retour (URL de retour)',
		'This address brings customers back to their order.' =>
			'Cette adresse ramène les clients à leur commande.',
		'Webhook secret' =>
			'Secret de webhook',
		'Begins with whsec_. Peye signs webhooks with it.' =>
			'Commence par whsec_. Peye signe les webhooks avec ce secret.',
		'Second webhook secret' =>
			'Deuxième secret de webhook',
		'Only while you rotate the secret: the shop then accepts both secrets.' =>
			'Seulement pendant le renouvellement du secret : la boutique accepte alors les deux secrets.',
		'Payment methods' =>
			'Moyens de paiement',
		'At the checkout' =>
			'Au moment de payer',
		'The last webhook arrived %s ago.' =>
			'Le dernier webhook est arrivé il y a %s.',
		'No webhook has arrived yet. The console of Peye can send a test event.' =>
			'Aucun webhook n’est encore arrivé. La console de Peye peut envoyer un événement de test.',
		'A webhook with another signature was refused %s ago: check the webhook secret.' =>
			'Un webhook avec une autre signature a été refusé il y a %s : vérifiez le secret de webhook.',
		'Peye sends webhooks to https addresses only: your shop needs a certificate.' =>
			'Peye n’envoie de webhooks qu’à une adresse https : votre boutique a besoin d’un certificat.',
		'Saved, ends in %s' =>
			'Enregistré, se termine par %s',
		'Delete this value' =>
			'Supprimer cette valeur',
		'Copy' =>
			'Copier',
		'Copied' =>
			'Copié',
		'Your own shop did not respond. Please try again.' =>
			'Votre propre boutique n’a pas répondu. Veuillez réessayer.',
		'Test the connection' =>
			'Tester la connexion',
		'Switched off' =>
			'Désactivé',
		'Customers see it' =>
			'Les clients le voient',
		'Customers do not see it. %s' =>
			'Les clients ne le voient pas. %s',
		'Change' =>
			'Modifier',
		'%1$s was not saved: it must begin with %2$s and be complete.' =>
			'%1$s : rien n’a été enregistré. Copiez la valeur en entier : elle doit commencer par %2$s.',
		'The address was not saved: it must look like https://pay.example.ht.' =>
			'L’adresse n’a pas été enregistrée. Une adresse correcte ressemble à https://pay.example.ht.',
		'Pay' =>
			'Payer',
		'Pay by card' =>
			'Payer par carte',
		'The card form could not be loaded. Please check your connection, and load the page again.' =>
			'Le formulaire de carte n’a pas pu être chargé. Vérifiez votre connexion, puis rechargez la page.',
		'Pay in another way' =>
			'Payer autrement',
		'%s (Peye)' =>
			'%s (Peye)',
		'The customer pays from a MonCash wallet, on a page of Peye. Dollars are charged in gourdes.' =>
			'Le client paie depuis son portefeuille MonCash, sur une page de Peye. Les dollars sont débités en gourdes.',
		'The customer pays from a NatCash wallet, on a page of Peye. Dollars are charged in gourdes.' =>
			'Le client paie depuis son portefeuille NatCash, sur une page de Peye. Les dollars sont débités en gourdes.',
		'The customer pays with a LakayPay card, on a page of Peye.' =>
			'Le client paie avec une carte LakayPay, sur une page de Peye.',
		'The customer enters a credit or debit card on your own page. The card number goes to the card provider and never reaches your shop.' =>
			'Le client saisit une carte de crédit ou de débit dans votre propre page. Le numéro va au prestataire de paiement par carte et n’arrive jamais à votre boutique.',
		'Enable/Disable' =>
			'Activer/Désactiver',
		'Offer %s at the checkout' =>
			'Proposer %s au moment de payer',
		'Title' =>
			'Titre',
		'The title that customers see. Leave it empty to show the name of the method in their language.' =>
			'Ce que les clients voient. Laissez vide pour afficher le nom du moyen de paiement dans leur langue.',
		'Description' =>
			'Description',
		'The text that customers see below the title. Leave it empty to show a sentence in their language.' =>
			'Ce que les clients voient sous le titre. Laissez vide pour afficher une phrase de Peye, dans leur langue.',
		'Customers do not see this method. %s' =>
			'Les clients ne voient pas ce moyen de paiement. %s',
		'Keys, webhook and connection of Peye' =>
			'Clés, webhook et connexion de Peye',
		'%s (test)' =>
			'%s (test)',
		'You will pay with your MonCash wallet on the next page.' =>
			'Vous paierez avec votre portefeuille MonCash à la page suivante.',
		'You will pay with your NatCash wallet on the next page.' =>
			'Vous paierez avec votre portefeuille NatCash à la page suivante.',
		'You will pay with your LakayPay card on the next page.' =>
			'Vous paierez avec votre carte LakayPay à la page suivante.',
		'You will enter your card on the next page.' =>
			'Vous saisirez votre carte à la page suivante.',
		'Dollars are paid in gourdes, at the rate that the next page shows.' =>
			'Les dollars sont payés en gourdes. Vous verrez le taux à la page suivante.',
		'Test mode: no real money is paid.' =>
			'Mode test : aucun argent réel.',
		'Settings' =>
			'Réglages',
		'Peye: a refund of %s was recorded. Peye has not moved any money: return it to the customer yourself, from your wallet or your bank account.' =>
			'Peye : un remboursement de %s a été enregistré. Peye n’a rien remboursé : rendez l’argent au client vous-même, depuis votre portefeuille mobile ou votre banque.',
		'Peye: the payment whose create request got no response was never created.' =>
			'Peye : votre boutique avait demandé un paiement sans recevoir de réponse. Vérification faite, ce paiement n’existe pas.',
		'Peye: the payment whose create request got no response was found. Transaction %s.' =>
			'Peye : votre boutique avait demandé un paiement sans recevoir de réponse. Ce paiement a été retrouvé. Transaction %s.',
		'We are checking your payment (%s). Keep this page open: it continues automatically. Do not pay a second time.' =>
			'Nous vérifions votre paiement (%s). Gardez cette page ouverte : la suite s’affichera automatiquement. Ne payez pas une deuxième fois.',
		'This takes longer than usual. You can close this page: we will send you an e-mail as soon as we know the result.' =>
			'Cela prend plus de temps que d’habitude. Vous pouvez fermer cette page : nous vous écrirons par e-mail dès que nous connaîtrons le résultat.',
		'I have not paid yet: back to the payment' =>
			'Je n’ai pas encore payé : retour au paiement',
		'Waiting for your payment' =>
			'En attente de votre paiement',
		'We have your order. Your payment is not confirmed yet.' =>
			'Nous avons votre commande. Votre paiement n’est pas encore confirmé.',
		'Your payment did not go through (%1$s). %2$s' =>
			'Votre paiement n’a pas abouti (%1$s). %2$s',
		'PAID MORE THAN ONCE: refund all of these payments except one.' =>
			'PAYÉE PLUS D’UNE FOIS : remboursez tous ces paiements sauf un.',
		'You have not been charged. You can try again.' =>
			'Rien n’a été débité. Vous pouvez réessayer.',
		'If money left your account anyway, do not pay again: contact the shop, and give it the transaction number %s.' =>
			'Si votre compte a quand même été débité, ne payez pas à nouveau : contactez la boutique et donnez-lui le numéro de transaction %s.',
		'The address of your Peye gateway is not set.' =>
			'L’adresse de votre passerelle Peye n’est pas indiquée.',
		'The test key is not set.' =>
			'La clé de test n’est pas indiquée.',
		'The live key is not set.' =>
			'La clé de production n’est pas indiquée.',
		'Your shop sells in %s. Peye takes gourdes (HTG) and US dollars (USD).' =>
			'Votre boutique vend en %s. Peye accepte les gourdes (HTG) et les dollars américains (USD).',
		'Peye: the payment by %1$s failed. %2$s Transaction %3$s.' =>
			'Peye : le paiement par %1$s a échoué. %2$s Transaction %3$s.',
		'PAID MORE THAN ONCE: this order already has another payment. Refund the customer %1$s, transaction %2$s.' =>
			'PAYÉE PLUS D’UNE FOIS : cette commande a déjà un autre paiement. Remboursez au client %1$s, transaction %2$s.',
		'PAID AFTER IT WAS CANCELLED: the customer has paid %s for this cancelled order. Deliver the order, or refund the customer.' =>
			'PAYÉE APRÈS SON ANNULATION : le client a payé %s pour cette commande annulée. Livrez la commande, ou remboursez le client.',
		'ALSO PAID THROUGH PEYE: %1$s arrived through Peye when this order was already “%2$s”. If the order had been paid in another way, refund the customer.' =>
			'PAYÉE AUSSI PAR PEYE : %1$s sont arrivés par Peye alors que cette commande était déjà « %2$s ». Si la commande avait été payée autrement, remboursez le client.',
		'WRONG AMOUNT: the customer paid %1$s instead of %2$s. Deliver nothing before you have resolved this with the customer.' =>
			'MONTANT DIFFÉRENT : le client a payé %1$s au lieu de %2$s. Ne livrez rien avant d’avoir réglé cela avec le client.',
		'WRONG AMOUNT: the payment was for %1$s, but the order is now %2$s. The order was changed after the payment was started. Deliver nothing before you have resolved this with the customer.' =>
			'MONTANT DIFFÉRENT : le paiement était de %1$s, mais la commande est maintenant de %2$s. La commande a changé après le début du paiement. Ne livrez rien avant d’avoir réglé cela avec le client.',
		'Received by webhook, then checked with Peye.' =>
			'Reçu par webhook, puis vérifié auprès de Peye.',
		'Checked with Peye when the customer returned.' =>
			'Vérifié auprès de Peye au retour du client.',
		'Found by the scheduled check: no webhook had arrived.' =>
			'Trouvé par la vérification régulière : aucun webhook n’était arrivé.',
		'Checked with Peye at your request.' =>
			'Vérifié auprès de Peye à votre demande.',
		'TEST MODE: no real money.' =>
			'MODE TEST : aucun argent réel.',
		'Peye: %1$s was paid by %2$s. Transaction %3$s.' =>
			'Peye : %1$s payés par %2$s. Transaction %3$s.',
		'A payment of this order is being started. Please try again in a moment.' =>
			'Un paiement de cette commande est en préparation. Veuillez réessayer dans un instant.',
		'The payment service cannot be reached. You have not been charged.' =>
			'Le service de paiement n’est pas joignable. Rien n’a été débité.',
		'Please try again in a moment.' =>
			'Veuillez réessayer dans un instant.',
		'Please try again in a minute.' =>
			'Veuillez réessayer dans une minute.',
		'Please try again in %s minutes.' =>
			'Veuillez réessayer dans %s minutes.',
		'The payment service cannot be reached, so we do not know yet whether your last payment went through. Do not pay in another way before you know.' =>
			'Le service de paiement n’est pas joignable : nous ne savons pas encore si votre dernier paiement a abouti. Ne payez pas autrement avant de le savoir.',
		'Peye: no payment by %1$s could be started (%2$s). %3$s' =>
			'Peye : aucun paiement par %1$s n’a pu être commencé (%2$s). %3$s',
		'Peye: the response to a create request was lost. No one has the address of this payment, so no one can pay it. The scheduled check looks for it.' =>
			'Peye : la réponse à la création d’un paiement s’est perdue. Personne n’a l’adresse de ce paiement, donc personne ne peut le payer. La vérification régulière recherche ce paiement.',
		'Peye: payment by %1$s started: %2$s. Transaction %3$s.' =>
			'Peye : paiement par %1$s commencé : %2$s. Transaction %3$s.',
		'For %1$s, the customer is charged %2$s.' =>
			'Pour %1$s, le client est débité de %2$s.',
		'Order %1$s, %2$s' =>
			'Commande %1$s, %2$s',
		'The amount is too small for this payment method. Please choose another one.' =>
			'Le montant est trop petit pour ce moyen de paiement. Veuillez en choisir un autre.',
		'The amount is too large for this payment method. Please choose another one.' =>
			'Le montant est trop élevé pour ce moyen de paiement. Veuillez en choisir un autre.',
		'This payment method is not available. Please choose another one.' =>
			'Ce moyen de paiement n’est pas disponible. Veuillez en choisir un autre.',
		'The payment service did not accept this payment. Please try again, or choose another payment method.' =>
			'Le prestataire de paiement n’a pas accepté ce paiement. Veuillez réessayer, ou choisir un autre moyen de paiement.',
		'Too many payments are being started at this moment.' =>
			'Trop de paiements sont commencés en ce moment.',
		'The payment could not be started. You have not been charged. Please choose another payment method, or contact the shop.' =>
			'Le paiement n’a pas pu être commencé. Rien n’a été débité. Veuillez choisir un autre moyen de paiement, ou contacter la boutique.',
		'A refund of %s is under way. Wait until it has ended before you request another one.' =>
			'Un remboursement de %s est en cours. Attendez qu’il soit terminé avant d’en demander un autre.',
		'Check the refund with Peye' =>
			'Vérifier le remboursement auprès de Peye',
		'Peye could not be asked now. WooCommerce’s log has the reason.' =>
			'Peye : impossible de vérifier maintenant. La raison est dans le journal de WooCommerce.',
		'Peye has no payment of this order to refund, or the amount is not above zero.' =>
			'Peye n’a aucun paiement à rembourser pour cette commande, ou le montant n’est pas supérieur à zéro.',
		'Peye has returned %1$s to the customer, but the shop cannot record the refund: %2$s Record it with “Refund manually” if the order does not have it yet, and return no more money.' =>
			'Peye a remboursé %1$s au client, mais la boutique ne peut pas enregistrer le remboursement : %2$s Enregistrez-le avec « Rembourser manuellement » si la commande ne l’affiche pas encore, et ne rendez pas l’argent une seconde fois.',
		'Peye refused the refund of %s.' =>
			'Peye a refusé le remboursement de %s.',
		'Peye refused the refund, and no money was returned. %s' =>
			'Peye a refusé le remboursement, et aucun argent n’a été rendu. %s',
		'REFUND REVERSED: the %s came back after the refund had succeeded. The customer does not have the money, although the order shows the refund. Agree with the customer on another way.' =>
			'ARGENT DU REMBOURSEMENT REVENU : les %s sont revenus alors que le remboursement avait réussi. Le client n’a pas l’argent, même si la commande affiche le remboursement. Convenez avec le client d’une autre façon de le rembourser.',
		'The customer already has this money, and the order has the refund. Reload the page.' =>
			'Le client a déjà cet argent, et la commande affiche le remboursement. Rechargez la page.',
		'The key of this shop may not request refunds: give it the scope “%s” in the console of Peye.' =>
			'La clé de cette boutique ne peut pas demander de remboursements : donnez-lui le droit « %s » dans la console de Peye.',
		'The refund of %s waits for the operator, who pays it by hand.' =>
			'Le remboursement de %s sera payé à la main par l’opérateur de Peye.',
		'The order will show the refund as soon as the customer has the money. Do not request it again, and do not return the money in another way.' =>
			'La commande affichera le remboursement dès que le client aura l’argent. Ne le demandez pas une deuxième fois, et ne rendez pas l’argent autrement.',
		'The provider did not respond to the refund of %s. Peye looks for it until its outcome is known.' =>
			'Le prestataire de paiement n’a pas répondu à la demande de remboursement de %s. Peye vérifie jusqu’à ce que le résultat soit connu.',
		'The refund of %s failed: no money was returned.' =>
			'Le remboursement de %s a échoué : aucun argent n’a été rendu.',
		'The refund of %s is being requested.' =>
			'La demande de remboursement de %s est en cours.',
		'The refund of %s succeeded: the customer has the money.' =>
			'Le remboursement de %s a réussi : le client a l’argent.',
		'The refund of %s was approved, and will be sent to the provider.' =>
			'Le remboursement de %s est approuvé, et sera envoyé au prestataire de paiement.',
		'The refund of %s was requested, and waits for the approval of the operator.' =>
			'Le remboursement de %s est demandé, et attend l’approbation de l’opérateur de Peye.',
		'The refund of %s was sent to the provider.' =>
			'Le remboursement de %s a été envoyé au prestataire de paiement.',
		'Peye has not confirmed the refund. The shop will request the same refund again by itself, and the notes of the order will have the outcome. Do not return the money in another way.' =>
			'Peye n’a pas confirmé le remboursement. La boutique redemandera elle-même le même remboursement, et les notes de la commande donneront le résultat. Ne rendez pas l’argent autrement.',
		'This order is being changed. Please try again in a moment.' =>
			'Cette commande est en cours de modification. Veuillez réessayer dans un instant.',
		'Peye already has another refund called %s, which this order does not know, for example because the shop was restored from a backup. Look at the refunds of this payment in the console of Peye before you request one again.' =>
			'Peye a déjà un autre remboursement nommé %s. Cette commande ne le connaît pas, par exemple parce que la boutique a été restaurée à partir d’une sauvegarde. Avant d’en demander un autre, regardez les remboursements de ce paiement dans la console de Peye.',
		'LakayPay card' =>
			'Carte LakayPay',
		'Card' =>
			'Carte',
		'The balance is too low.' =>
			'Le solde est insuffisant.',
		'The payment was refused.' =>
			'Le paiement a été refusé.',
		'The payment was cancelled.' =>
			'Le paiement a été annulé.',
		'The payment was not completed in time.' =>
			'Le paiement n’a pas été fait à temps.',
		'The card has expired.' =>
			'La carte a expiré.',
		'The payment service had an error.' =>
			'Le prestataire de paiement a rencontré une erreur.',
		'The amount paid does not match the order.' =>
			'Le montant payé ne correspond pas à celui de la commande.',
		'The payment did not go through.' =>
			'Le paiement n’a pas abouti.',
	),
);
