<?php
/**
 * The texts of the plugin in Haitian Creole.
 *
 * @package Peye
 */

return array(
	'domain'   => 'peye',
	'language' => 'ht',
	'messages' => array(
		'Fill in the address and the test key first.' =>
			'Antre adrès la ak kle tès la anvan.',
		'Fill in the address and the live key first.' =>
			'Antre adrès la ak kle pwodiksyon an anvan.',
		'This key belongs to the other mode (test or live).' =>
			'Kle sa a se pou lòt mòd la (tès oswa pwodiksyon).',
		'No connection. %s' =>
			'Pa gen koneksyon. %s',
		'Peye limits the requests of this server.' =>
			'Peye limite kantite demann sèvè sa a ka fè.',
		'The test key works.' =>
			'Kle tès la mache.',
		'The live key works.' =>
			'Kle pwodiksyon an mache.',
		'Connected. %1$s Peye %2$s, 1 USD = %3$s HTG.' =>
			'Konekte. %1$s Peye %2$s, 1 USD = %3$s HTG.',
		'Set the return URL in Peye: without it, customers cannot come back to your shop after they pay.' =>
			'Mete URL retou a nan Peye: san li, kliyan yo pa ka retounen nan boutik ou apre yo fin peye.',
		'The customer chooses MonCash, NatCash or LakayPay card on a page of Peye, and can change the method there until the order is paid. Dollars are charged in gourdes by the wallets.' =>
			'Kliyan an chwazi MonCash, NatCash oswa kat LakayPay sou yon paj Peye, epi li ka chanje fason an la toutotan kòmand lan poko peye. Bous yo pran dola yo an goud.',
		'You will choose how to pay on the next page.' =>
			'W ap chwazi fason pou w peye sou pwochen paj la.',
		'Mobile wallet or LakayPay card' =>
			'Bous mobil oswa kat LakayPay',
		'Peye: the customer did not pay on the page with the choice of methods. %1$s Session %2$s.' =>
			'Peye: kliyan an pa peye sou paj kote li chwazi fason pou l peye a. %1$s Sesyon %2$s.',
		'This order is not paid yet. You can pay it now.' =>
			'Kòmand sa a poko peye. Ou ka peye l kounye a.',
		'Peye: the customer chooses how to pay %1$s. Session %2$s.' =>
			'Peye: kliyan an ap chwazi fason pou l peye %1$s. Sesyon %2$s.',
		'Peye payments' =>
			'Peman Peye',
		'TEST MODE' =>
			'MÒD TÈS',
		'Transaction %s' =>
			'Tranzaksyon %s',
		'being started' =>
			'ap kòmanse',
		'response lost' =>
			'repons lan pèdi',
		'not created' =>
			'pa fèt',
		'open' =>
			'poko fini',
		'failed' =>
			'echwe',
		'paid' =>
			'peye',
		'paid, wrong amount' =>
			'peye, montan diferan',
		'Ask Peye whether it is paid' =>
			'Mande Peye si kòmand lan peye',
		'Peye: checked, and the payment is still open.' =>
			'Peye: nou verifye, peman an poko fini.',
		'Your Peye gateway' =>
			'Pasrèl Peye ou a',
		'Customers can place orders, but no one pays real money.' =>
			'Kliyan yo ka kòmande, men pèsonn pa peye lajan reyèl.',
		'Live mode: customers pay real money.' =>
			'Mòd pwodiksyon: kliyan yo peye lajan reyèl.',
		'Address' =>
			'Adrès',
		'The address of the gateway. Its operator gives it to you.' =>
			'Adrès pasrèl la, operatè Peye a ba ou li.',
		'Test mode' =>
			'Mòd tès',
		'Accept test payments only. Clear this box to receive real money.' =>
			'Pran peman tès sèlman. Dekoche l pou yo peye ou.',
		'Test key' =>
			'Kle tès',
		'Begins with tk_test_.' =>
			'Li kòmanse ak tk_test_.',
		'Live key' =>
			'Kle pwodiksyon',
		'Begins with tk_live_.' =>
			'Li kòmanse ak tk_live_.',
		'Connection' =>
			'Koneksyon',
		'What Peye needs to know about your shop' =>
			'Sa Peye dwe konnen sou boutik ou a',
		'Set both addresses for your website in the console of Peye, or send them to its operator. The webhook address is also the callback URL for refunds.' =>
			'Mete de adrès yo pou sit ou a nan konsòl Peye a, oswa voye de adrès yo bay operatè Peye a. Adrès webhook la se URL rapèl ranbousman yo tou.',
		'Webhook address (callback URL)' =>
			'Adrès webhook la (URL rapèl)',
		'Return address' =>
			'Adrès retou (URL retou)',
		'This address brings customers back to their order.' =>
			'Se ak adrès sa a kliyan yo tounen nan kòmand yo.',
		'Webhook secret' =>
			'Sekrè webhook',
		'Begins with whsec_. Peye signs webhooks with it.' =>
			'Li kòmanse ak whsec_. Peye siyen webhook yo ak sekrè sa a.',
		'Second webhook secret' =>
			'Dezyèm sekrè webhook',
		'Only while you rotate the secret: the shop then accepts both secrets.' =>
			'Sèlman pandan w ap renouvle sekrè a: boutik la aksepte toude sekrè yo.',
		'Payment methods' =>
			'Mwayen peman',
		'At the checkout' =>
			'Lè kliyan an ap peye',
		'The last webhook arrived %s ago.' =>
			'Dènye webhook la rive depi %s.',
		'No webhook has arrived yet. The console of Peye can send a test event.' =>
			'Poko gen webhook ki rive. Konsòl Peye a ka voye yon evènman tès.',
		'A webhook with another signature was refused %s ago: check the webhook secret.' =>
			'Nou refize yon webhook ki gen yon lòt siyati depi %s: verifye sekrè webhook la.',
		'Peye sends webhooks to https addresses only: your shop needs a certificate.' =>
			'Peye voye webhook sou adrès https sèlman: boutik ou a bezwen yon sètifika.',
		'Saved, ends in %s' =>
			'Anrejistre, li fini ak %s',
		'Delete this value' =>
			'Efase valè sa a',
		'Copy' =>
			'Kopye',
		'Copied' =>
			'Li kopye',
		'Your own shop did not respond. Please try again.' =>
			'Boutik pa ou a pa reponn. Tanpri eseye ankò.',
		'Test the connection' =>
			'Teste koneksyon an',
		'Switched off' =>
			'Dezaktive',
		'Customers see it' =>
			'Kliyan yo wè l',
		'Customers do not see it. %s' =>
			'Kliyan yo pa wè l. %s',
		'Change' =>
			'Chanje',
		'%1$s was not saved: it must begin with %2$s and be complete.' =>
			'Nou pa anrejistre %1$s: fòk li kòmanse ak %2$s, epi fòk ou kopye l nèt.',
		'The address was not saved: it must look like https://pay.example.ht.' =>
			'Nou pa anrejistre adrès la. Yon bon adrès sanble ak https://pay.example.ht.',
		'Pay' =>
			'Peye',
		'Pay by card' =>
			'Peye ak kat',
		'The card form could not be loaded. Please check your connection, and load the page again.' =>
			'Nou pa rive louvri fòmilè kat la. Tcheke koneksyon entènèt ou, epi chaje paj la ankò.',
		'Pay in another way' =>
			'Peye yon lòt jan',
		'%s (Peye)' =>
			'%s (Peye)',
		'The customer pays from a MonCash wallet, on a page of Peye. Dollars are charged in gourdes.' =>
			'Kliyan an peye ak bous MonCash li, sou yon paj Peye. Dola yo peye an goud.',
		'The customer pays from a NatCash wallet, on a page of Peye. Dollars are charged in gourdes.' =>
			'Kliyan an peye ak bous NatCash li, sou yon paj Peye. Dola yo peye an goud.',
		'The customer pays with a LakayPay card, on a page of Peye.' =>
			'Kliyan an peye ak yon kat LakayPay, sou yon paj Peye.',
		'The customer enters a credit or debit card on your own page. The card number goes to the card provider and never reaches your shop.' =>
			'Kliyan an antre yon kat kredi oswa kat debi nan paj pa ou a. Nimewo a ale tou dwat jwenn founisè peman kat la, li pa janm rive nan boutik ou a.',
		'Enable/Disable' =>
			'Aktive/Dezaktive',
		'Offer %s at the checkout' =>
			'Pwopoze %s lè kliyan an ap peye',
		'Title' =>
			'Tit',
		'The title that customers see. Leave it empty to show the name of the method in their language.' =>
			'Sa kliyan yo wè. Kite l vid pou montre non mwayen peman an nan lang yo.',
		'Description' =>
			'Deskripsyon',
		'The text that customers see below the title. Leave it empty to show a sentence in their language.' =>
			'Sa kliyan yo wè anba tit la. Kite l vid pou montre yon fraz Peye nan lang yo.',
		'Customers do not see this method. %s' =>
			'Kliyan yo pa wè mwayen peman sa a. %s',
		'Keys, webhook and connection of Peye' =>
			'Kle, webhook ak koneksyon Peye',
		'%s (test)' =>
			'%s (tès)',
		'You will pay with your MonCash wallet on the next page.' =>
			'Ou pral peye ak bous MonCash ou sou pwochen paj la.',
		'You will pay with your NatCash wallet on the next page.' =>
			'Ou pral peye ak bous NatCash ou sou pwochen paj la.',
		'You will pay with your LakayPay card on the next page.' =>
			'Ou pral peye ak kat LakayPay ou sou pwochen paj la.',
		'You will enter your card on the next page.' =>
			'Ou pral antre kat ou sou pwochen paj la.',
		'Dollars are paid in gourdes, at the rate that the next page shows.' =>
			'Dola yo peye an goud. Ou ap wè to a sou pwochen paj la.',
		'Test mode: no real money is paid.' =>
			'Mòd tès: pa gen lajan reyèl.',
		'Settings' =>
			'Reglaj',
		'Peye: a refund of %s was recorded. Peye has not moved any money: return it to the customer yourself, from your wallet or your bank account.' =>
			'Peye: yon ranbousman %s anrejistre. Peye pa ranbouse anyen: remèt kliyan an lajan an ou menm, nan bous ou oswa nan bank ou.',
		'Peye: the payment whose create request got no response was never created.' =>
			'Peye: boutik ou a te mande yon peman epi li pa t jwenn repons. Nou verifye: peman sa a pa egziste.',
		'Peye: the payment whose create request got no response was found. Transaction %s.' =>
			'Peye: boutik ou a te mande yon peman epi li pa t jwenn repons. Nou jwenn peman sa a. Tranzaksyon %s.',
		'We are checking your payment (%s). Keep this page open: it continues automatically. Do not pay a second time.' =>
			'N ap verifye peman ou a (%s). Kite paj sa a louvri: l ap kontinye poukont li. Pa peye yon dezyèm fwa.',
		'This takes longer than usual. You can close this page: we will send you an e-mail as soon as we know the result.' =>
			'Sa ap pran plis tan pase nòmal. Ou ka fèmen paj sa a: n ap ekri ou pa imel depi nou konnen rezilta a.',
		'I have not paid yet: back to the payment' =>
			'Mwen poko peye: retounen nan peman an',
		'Waiting for your payment' =>
			'N ap tann peman ou a',
		'We have your order. Your payment is not confirmed yet.' =>
			'Nou gen kòmand ou a. Peman ou a poko konfime.',
		'Your payment did not go through (%1$s). %2$s' =>
			'Peman ou a pa pase (%1$s). %2$s',
		'PAID MORE THAN ONCE: refund all of these payments except one.' =>
			'PEYE PLIS PASE YON FWA: ranbouse tout peman sa yo, eksepte youn.',
		'You have not been charged. You can try again.' =>
			'Yo pa pran lajan nan men ou. Ou ka eseye ankò.',
		'If money left your account anyway, do not pay again: contact the shop, and give it the transaction number %s.' =>
			'Si yo pran lajan nan men ou kanmenm, pa peye ankò: kontakte boutik la, epi ba li nimewo tranzaksyon %s.',
		'The address of your Peye gateway is not set.' =>
			'Ou poko mete adrès pasrèl Peye ou a.',
		'The test key is not set.' =>
			'Ou poko mete kle tès la.',
		'The live key is not set.' =>
			'Ou poko mete kle pwodiksyon an.',
		'Your shop sells in %s. Peye takes gourdes (HTG) and US dollars (USD).' =>
			'Boutik ou a vann an %s. Peye pran goud (HTG) ak dola ameriken (USD).',
		'Peye: the payment by %1$s failed. %2$s Transaction %3$s.' =>
			'Peye: peman ak %1$s la pa pase. %2$s Tranzaksyon %3$s.',
		'PAID MORE THAN ONCE: this order already has another payment. Refund the customer %1$s, transaction %2$s.' =>
			'PEYE PLIS PASE YON FWA: kòmand sa a gen yon lòt peman deja. Ranbouse kliyan an %1$s, tranzaksyon %2$s.',
		'PAID AFTER IT WAS CANCELLED: the customer has paid %s for this cancelled order. Deliver the order, or refund the customer.' =>
			'PEYE APRE LI TE ANILE: kliyan an peye %s pou kòmand sa a ki anile. Livre l, oswa ranbouse kliyan an.',
		'ALSO PAID THROUGH PEYE: %1$s arrived through Peye when this order was already “%2$s”. If the order had been paid in another way, refund the customer.' =>
			'PEYE TOU: %1$s rive pa Peye lè kòmand sa a te deja «%2$s». Si kòmand lan te peye yon lòt jan, ranbouse kliyan an.',
		'WRONG AMOUNT: the customer paid %1$s instead of %2$s. Deliver nothing before you have resolved this with the customer.' =>
			'MONTAN DIFERAN: kliyan an peye %1$s, men se %2$s pou l te peye. Pa livre anyen anvan ou regle sa ak kliyan an.',
		'WRONG AMOUNT: the payment was for %1$s, but the order is now %2$s. The order was changed after the payment was started. Deliver nothing before you have resolved this with the customer.' =>
			'MONTAN DIFERAN: peman an te pou %1$s, men kòmand lan kounye a se %2$s. Kòmand lan chanje apre peman an te kòmanse. Pa livre anyen anvan ou regle sa ak kliyan an.',
		'Received by webhook, then checked with Peye.' =>
			'Nou resevwa sa pa webhook, epi nou verifye l ak Peye.',
		'Checked with Peye when the customer returned.' =>
			'Nou verifye sa ak Peye lè kliyan an tounen.',
		'Found by the scheduled check: no webhook had arrived.' =>
			'Verifikasyon regilye a jwenn li: pa t gen webhook ki rive.',
		'Checked with Peye at your request.' =>
			'Nou verifye sa ak Peye lè ou mande.',
		'TEST MODE: no real money.' =>
			'MÒD TÈS: pa gen lajan reyèl.',
		'Peye: %1$s was paid by %2$s. Transaction %3$s.' =>
			'Peye: %1$s peye ak %2$s. Tranzaksyon %3$s.',
		'A payment of this order is being started. Please try again in a moment.' =>
			'Yon peman pou kòmand sa a ap kòmanse. Tanpri eseye ankò nan yon ti moman.',
		'The payment service cannot be reached. You have not been charged.' =>
			'Nou pa ka jwenn sèvis peman an. Yo pa pran lajan nan men ou.',
		'Please try again in a moment.' =>
			'Tanpri eseye ankò nan yon ti moman.',
		'Please try again in a minute.' =>
			'Tanpri eseye ankò nan yon minit.',
		'Please try again in %s minutes.' =>
			'Tanpri eseye ankò nan %s minit.',
		'The payment service cannot be reached, so we do not know yet whether your last payment went through. Do not pay in another way before you know.' =>
			'Nou pa ka jwenn sèvis peman an, kidonk nou poko konnen si dènye peman ou a pase. Pa peye yon lòt jan anvan ou konnen.',
		'Peye: no payment by %1$s could be started (%2$s). %3$s' =>
			'Peye: nou pa t ka kòmanse yon peman ak %1$s (%2$s). %3$s',
		'Peye: the response to a create request was lost. No one has the address of this payment, so no one can pay it. The scheduled check looks for it.' =>
			'Peye: repons pou yon nouvo peman pèdi. Pèsonn pa gen adrès peman sa a, kidonk pèsonn pa ka peye l. Verifikasyon regilye a ap chèche peman sa a.',
		'Peye: payment by %1$s started: %2$s. Transaction %3$s.' =>
			'Peye: peman ak %1$s kòmanse: %2$s. Tranzaksyon %3$s.',
		'For %1$s, the customer is charged %2$s.' =>
			'Pou %1$s, kliyan an peye %2$s.',
		'Order %1$s, %2$s' =>
			'Kòmand %1$s, %2$s',
		'The amount is too small for this payment method. Please choose another one.' =>
			'Montan an twò piti pou mwayen peman sa a. Tanpri chwazi yon lòt.',
		'The amount is too large for this payment method. Please choose another one.' =>
			'Montan an twò gwo pou mwayen peman sa a. Tanpri chwazi yon lòt.',
		'This payment method is not available. Please choose another one.' =>
			'Mwayen peman sa a pa disponib. Tanpri chwazi yon lòt.',
		'The payment service did not accept this payment. Please try again, or choose another payment method.' =>
			'Sèvis peman an pa aksepte peman sa a. Tanpri eseye ankò, oswa chwazi yon lòt mwayen peman.',
		'Too many payments are being started at this moment.' =>
			'Gen twòp peman k ap fèt kounye a.',
		'The payment could not be started. You have not been charged. Please choose another payment method, or contact the shop.' =>
			'Nou pa t ka kòmanse peman an. Yo pa pran lajan nan men ou. Tanpri chwazi yon lòt mwayen peman, oswa kontakte boutik la.',
		'A refund of %s is under way. Wait until it has ended before you request another one.' =>
			'Yon ranbousman %s ap fèt. Tann li fini anvan ou mande yon lòt.',
		'Check the refund with Peye' =>
			'Verifye ranbousman an ak Peye',
		'Peye could not be asked now. WooCommerce’s log has the reason.' =>
			'Peye: nou pa t ka verifye kounye a. Rezon an nan jounal WooCommerce.',
		'Peye has no payment of this order to refund, or the amount is not above zero.' =>
			'Peye pa gen peman pou ranbouse pou kòmand sa a, oswa montan an pa plis pase zewo.',
		'Peye has returned %1$s to the customer, but the shop cannot record the refund: %2$s Record it with “Refund manually” if the order does not have it yet, and return no more money.' =>
			'Peye ranbouse kliyan an %1$s, men boutik la pa ka anrejistre ranbousman an: %2$s Anrejistre l ak «Refund manually» si kòmand lan poko montre l, epi pa remèt lajan an yon dezyèm fwa.',
		'Peye refused the refund of %s.' =>
			'Peye refize ranbousman %s la.',
		'Peye refused the refund, and no money was returned. %s' =>
			'Peye refize ranbousman an, epi pa gen lajan ki remèt. %s',
		'REFUND REVERSED: the %s came back after the refund had succeeded. The customer does not have the money, although the order shows the refund. Agree with the customer on another way.' =>
			'LAJAN RANBOUSMAN AN TOUNEN: %s yo tounen apre ranbousman an te reyisi. Kliyan an pa gen lajan an, menm si kòmand lan montre ranbousman an. Antann ou ak kliyan an sou yon lòt fason pou remèt li lajan an.',
		'The customer already has this money, and the order has the refund. Reload the page.' =>
			'Kliyan an gen lajan sa a deja, epi kòmand lan montre ranbousman an. Chaje paj la ankò.',
		'The key of this shop may not request refunds: give it the scope “%s” in the console of Peye.' =>
			'Kle boutik sa a pa gen dwa mande ranbousman: ba li dwa «%s» nan konsòl Peye a.',
		'The refund of %s waits for the operator, who pays it by hand.' =>
			'Operatè Peye a ap peye ranbousman %s la alamen.',
		'The order will show the refund as soon as the customer has the money. Do not request it again, and do not return the money in another way.' =>
			'Kòmand lan ap montre ranbousman an depi kliyan an gen lajan an. Pa mande l ankò, epi pa remèt lajan an yon lòt jan.',
		'The provider did not respond to the refund of %s. Peye looks for it until its outcome is known.' =>
			'Founisè peman an pa reponn pou ranbousman %s la. Peye ap verifye jiskaske nou konnen rezilta a.',
		'The refund of %s failed: no money was returned.' =>
			'Ranbousman %s la echwe: pa gen lajan ki remèt.',
		'The refund of %s is being requested.' =>
			'Demann ranbousman %s la ap fèt.',
		'The refund of %s succeeded: the customer has the money.' =>
			'Ranbousman %s la reyisi: kliyan an gen lajan an.',
		'The refund of %s was approved, and will be sent to the provider.' =>
			'Ranbousman %s la apwouve, epi n ap voye l bay founisè peman an.',
		'The refund of %s was requested, and waits for the approval of the operator.' =>
			'Ranbousman %s la mande, epi l ap tann operatè Peye a apwouve l.',
		'The refund of %s was sent to the provider.' =>
			'Ranbousman %s la voye bay founisè peman an.',
		'Peye has not confirmed the refund. The shop will request the same refund again by itself, and the notes of the order will have the outcome. Do not return the money in another way.' =>
			'Peye poko konfime ranbousman an. Boutik la ap mande menm ranbousman an ankò poukont li, epi nòt kòmand lan ap bay rezilta a. Pa remèt lajan an yon lòt jan.',
		'This order is being changed. Please try again in a moment.' =>
			'Kòmand sa a ap chanje kounye a. Tanpri eseye ankò nan yon ti moman.',
		'Peye already has another refund called %s, which this order does not know, for example because the shop was restored from a backup. Look at the refunds of this payment in the console of Peye before you request one again.' =>
			'Peye gen yon lòt ranbousman deja ki rele %s. Kòmand sa a pa konnen l, pa egzanp paske boutik la te restore ak yon sovgad. Anvan ou mande youn ankò, gade ranbousman peman sa a nan konsòl Peye a.',
		'LakayPay card' =>
			'Kat LakayPay',
		'Card' =>
			'Kat',
		'The balance is too low.' =>
			'Balans lan pa sifi.',
		'The payment was refused.' =>
			'Yo refize peman an.',
		'The payment was cancelled.' =>
			'Peman an anile.',
		'The payment was not completed in time.' =>
			'Peman an pa t fèt alè.',
		'The card has expired.' =>
			'Kat la ekspire.',
		'The payment service had an error.' =>
			'Te gen yon erè nan sèvis peman an.',
		'The amount paid does not match the order.' =>
			'Montan ki peye a pa koresponn ak montan kòmand lan.',
		'The payment did not go through.' =>
			'Peman an pa pase.',
	),
);
