import type { Refusals } from './refusals.ts';

/** Of payments, deliveries, discrepancies and the audit log. */
export const WORK_REFUSALS: Refusals = {
  'The payment provider did not respond.': {
    fr: 'Le prestataire de paiement n’a pas répondu.',
    ht: 'Founisè peman an pa reponn.',
  },
  "The payment provider rejected the gateway's credentials.": {
    fr: 'Le prestataire de paiement a refusé les identifiants de la passerelle.',
    ht: 'Founisè peman an refize idantifyan Peye yo.',
  },
  'The payment provider cannot be used right now.': {
    fr: 'Le prestataire de paiement n’est pas utilisable pour le moment.',
    ht: 'Nou pa ka sèvi ak founisè peman an kounye a.',
  },
  'Choose a test key: with a live one the payment would move money.': {
    fr: 'Choisissez une clé de test : avec une clé réelle, le paiement déplacerait de l’argent.',
    ht: 'Chwazi yon kle tès: ak yon vrè kle, peman an t ap deplase lajan.',
  },
  'This key is deactivated. Activate it, or choose another.': {
    fr: 'Cette clé est désactivée. Activez-la, ou choisissez-en une autre.',
    ht: 'Kle sa a dezaktive. Aktive l, oswa chwazi yon lòt.',
  },
  'It must have at most two decimals.': {
    fr: 'Deux décimales au plus.',
    ht: 'Pa plis pase de chif apre pwen an.',
  },
  'It must be a number of at least 1.': {
    fr: 'Ce doit être un nombre d’au moins 1.',
    ht: 'Li dwe yon nonm ki omwen 1.',
  },
  'It must be one of {choices}.': { fr: 'Choisissez parmi : {choices}.', ht: 'Chwazi youn nan sa yo: {choices}.' },
  'It must have at most {most} characters.': {
    fr: 'Il faut {most} caractères au plus.',
    ht: 'Li pa dwe gen plis pase {most} karaktè.',
  },
  'Give a name.': { fr: 'Donnez un nom.', ht: 'Bay yon non.' },
  'It must be an e-mail address.': {
    fr: 'Ce doit être une adresse e-mail.',
    ht: 'Li dwe yon adrès imel.',
  },
  'There is no payment {id}.': { fr: 'Il n’y a pas de paiement {id}.', ht: 'Pa gen peman {id}.' },
  'There is no delivery {id}.': { fr: 'Il n’y a pas de livraison {id}.', ht: 'Pa gen livrezon {id}.' },
  'There is no discrepancy {id}.': { fr: 'Il n’y a pas d’écart {id}.', ht: 'Pa gen diferans {id}.' },
  'There is no recurring payment {id}.': {
    fr: 'Il n’y a pas de paiement récurrent {id}.',
    ht: 'Pa gen peman regilye {id}.',
  },
  'There is no change at position {position}.': {
    fr: 'Il n’y a pas de modification à la position {position}.',
    ht: 'Pa gen chanjman nan pozisyon {position}.',
  },
  'The status must be one of {statuses}.': {
    fr: 'Choisissez un statut parmi : {statuses}.',
    ht: 'Chwazi youn nan estati sa yo: {statuses}.',
  },
  'The end must be after the beginning.': {
    fr: 'La fin doit venir après le début.',
    ht: 'Fen an dwe vini apre kòmansman an.',
  },
  'The last day must not be before the first.': {
    fr: 'Le dernier jour ne doit pas venir avant le premier.',
    ht: 'Dènye jou a pa dwe vini anvan premye a.',
  },
  'One comparison takes {most} days at most.': {
    fr: 'Un rapprochement couvre {most} jours au plus.',
    ht: 'Yon verifikasyon pa ka kouvri plis pase {most} jou.',
  },
  'Another comparison has not ended yet: wait for it, or stop it.': {
    fr: 'Un autre rapprochement n’est pas encore terminé : attendez-le, ou arrêtez-le.',
    ht: 'Gen yon lòt verifikasyon ki poko fini: tann li, oswa kanpe l.',
  },
  'This comparison has ended already, at {time}.': {
    fr: 'Ce rapprochement est déjà terminé, depuis {time}.',
    ht: 'Verifikasyon sa a fini deja, depi {time}.',
  },
  'There is no comparison {id}.': {
    fr: 'Il n’y a pas de rapprochement {id}.',
    ht: 'Pa gen verifikasyon {id}.',
  },
  'Discrepancy {id} is settled already, since {time}.': {
    fr: 'L’écart {id} est déjà réglé, depuis {time}.',
    ht: 'Diferans {id} regle deja, depi {time}.',
  },
  'Discrepancy {id} is settled already.': { fr: 'L’écart {id} est déjà réglé.', ht: 'Diferans {id} regle deja.' },
  'Payment {id} is a live payment: only test payments can be triggered.': {
    fr: 'Le paiement {id} est réel : seuls les paiements de test peuvent être terminés à la main.',
    ht: 'Peman {id} se yon vrè peman: se peman tès sèlman ou ka fini alamen.',
  },
  'Payment {id} is already final: it is {status}, and stays so.': {
    fr: 'Le paiement {id} est déjà final : il est {status}, et le reste.',
    ht: 'Peman {id} fini deja: li {status}, epi l ap rete konsa.',
  },
  'Some providers have no credentials, so nothing can be compared with them: {settings}. Set them, or compare one method that has credentials.':
    {
      fr: 'Des prestataires n’ont pas d’identifiants, et rien ne peut être comparé avec eux : {settings}. Renseignez-les, ou comparez un moyen qui a les siens.',
      ht: 'Gen founisè ki pa gen idantifyan, kidonk nou pa ka konpare anyen ak yo: {settings}. Mete yo, oswa konpare yon mwayen ki gen pa l.',
    },
  "Payments from before {day} were removed to an archive: reconcile from {from} on, and compare the archive with the provider's statement.":
    {
      fr: 'Les paiements d’avant le {day} ont été déplacés dans une archive : faites le rapprochement à partir du {from}, et comparez l’archive avec le relevé du prestataire.',
      ht: 'Peman ki anvan {day} yo ale nan yon achiv: verifye kont yo apati {from}, epi konpare achiv la ak relve founisè a.',
    },
  'Recurring payment {id} has ended already: {end}.': {
    fr: 'Le paiement récurrent {id} est déjà terminé : {end}.',
    ht: 'Peman regilye {id} fini deja: {end}.',
  },
  'Recurring payment {id} was changed meanwhile: try again.': {
    fr: 'Le paiement récurrent {id} a été modifié entre-temps : réessayez.',
    ht: 'Peman regilye {id} chanje pandan tan sa a: eseye ankò.',
  },
  'It must be before 2200.': { fr: 'Ce doit être avant 2200.', ht: 'Li dwe anvan 2200.' },
  'Recurring payment {id} is live: only those of test payments have a clock to move.': {
    fr: 'Le paiement récurrent {id} est réel : seuls ceux des paiements de test ont une horloge que l’on avance.',
    ht: 'Peman regilye {id} se yon vrè peman: se sa ki pou tès sèlman ki gen yon revèy pou avanse.',
  },
  'The clock of {id} is at {time} already, and goes forward only.': {
    fr: 'L’horloge de {id} est déjà à {time}, et ne fait qu’avancer.',
    ht: 'Revèy {id} deja nan {time}, epi li ka avanse sèlman.',
  },
  'Until then there are more than {most} charges. Go there in several steps.': {
    fr: 'D’ici là, il y a plus de {most} prélèvements. Avancez en plusieurs fois.',
    ht: 'Anvan lè sa a gen plis pase {most} peman. Avanse an plizyè fwa.',
  },
  'Recurring payment {id} is not paused.': {
    fr: 'Le paiement récurrent {id} n’est pas en pause.',
    ht: 'Peman regilye {id} pa kanpe.',
  },
  'Recurring payment {id} is paused already, since {time}.': {
    fr: 'Le paiement récurrent {id} est déjà en pause, depuis {time}.',
    ht: 'Peman regilye {id} kanpe deja, depi {time}.',
  },
  'The event must be one of {events}.': {
    fr: 'Choisissez un événement parmi : {events}.',
    ht: 'Chwazi youn nan evènman sa yo: {events}.',
  },
  'These were {expected} deliveries, and are {count} now: none was sent again. Look at the number, and decide again.': {
    fr: 'Il y avait {expected} livraisons, et il y en a {count} maintenant : aucune n’a été renvoyée. Regardez le nombre et décidez à nouveau.',
    ht: 'Te gen {expected} livrezon, epi kounye a gen {count}: nou pa voye okenn ankò. Gade kantite a, epi deside ankò.',
  },
  'Deliveries of this website are still being sent again. Wait until they are sent.': {
    fr: 'Des livraisons de ce site sont encore en cours de renvoi. Attendez qu’elles soient envoyées.',
    ht: 'N ap voye kèk livrezon sit sa a ankò toujou. Tann yo fin ale.',
  },
  "A website's deliveries are sent again at most {most} times an hour. Wait, or choose a shorter time.": {
    fr: 'Les livraisons d’un site sont renvoyées au plus {most} fois par heure. Attendez, ou choisissez une période plus courte.',
    ht: 'Nou voye livrezon yon sit ankò pa plis pase {most} fwa nan inèdtan. Tann, oswa chwazi yon tan ki pi kout.',
  },
  'These are more than {most} deliveries: choose a shorter time.': {
    fr: 'Il y a plus de {most} livraisons : choisissez une période plus courte.',
    ht: 'Gen plis pase {most} livrezon: chwazi yon tan ki pi kout.',
  },
  'Payment {id} has {most} notes, and can have no more.': {
    fr: 'Le paiement {id} a {most} notes, et ne peut pas en avoir plus.',
    ht: 'Peman {id} gen {most} nòt, li pa ka gen plis.',
  },
  'The rate must be between {least} and {most}, as EXCHANGE_RATE_MIN and EXCHANGE_RATE_MAX say.': {
    fr: 'Le taux doit être entre {least} et {most}, comme le disent EXCHANGE_RATE_MIN et EXCHANGE_RATE_MAX.',
    ht: 'To a dwe ant {least} ak {most}, jan EXCHANGE_RATE_MIN ak EXCHANGE_RATE_MAX di sa.',
  },
  '{rate} is more than {percent} % away from {former}, the rate in use. Make sure that it is right.': {
    fr: '{rate} s’écarte de plus de {percent} % de {former}, le taux en vigueur. Vérifiez qu’il est juste.',
    ht: '{rate} pi lwen pase {percent}% de {former}, to ki an sèvis la. Verifye li bon.',
  },
  'The rate was changed meanwhile by {name}, at {time}. Look at it, and decide again.': {
    fr: 'Le taux a été modifié entre-temps par {name}, à {time}. Regardez-le, puis décidez à nouveau.',
    ht: '{name} chanje to a pandan tan sa a, a {time}. Gade l, epi deside ankò.',
  },
  'The rate was changed meanwhile. Look at it, and decide again.': {
    fr: 'Le taux a été modifié entre-temps. Regardez-le, puis décidez à nouveau.',
    ht: 'To a chanje pandan tan sa a. Gade l, epi deside ankò.',
  },
  'The method must be one of {methods}.': {
    fr: 'Choisissez un moyen de paiement parmi : {methods}.',
    ht: 'Chwazi youn nan mwayen peman sa yo: {methods}.',
  },
  'No rate is set by hand.': { fr: 'Aucun taux n’est fixé à la main.', ht: 'Pa gen to ki mete alamen.' },
  '{rate} is set by hand already.': { fr: '{rate} est déjà fixé à la main.', ht: '{rate} deja mete alamen.' },
  'The head of the log is missing.': {
    fr: 'La tête du journal manque.',
    ht: 'Tèt jounal la manke.',
  },
  'Row {position} is not what was recorded, or the row before it was replaced.': {
    fr: 'La ligne {position} n’est pas ce qui a été enregistré, ou la ligne précédente a été remplacée.',
    ht: 'Liy {position} pa sa ki te anrejistre a, oswa yo ranplase liy ki anvan l lan.',
  },
  'The log ends at row {end} by its head, but row {first} is there.': {
    fr: 'D’après sa tête, le journal finit à la ligne {end}, mais la ligne {first} existe.',
    ht: 'Dapre tèt li, jounal la fini nan liy {end}, men liy {first} la.',
  },
  'The head of the log has another hash than its last row, {position}.': {
    fr: 'La tête du journal n’a pas la même empreinte que sa dernière ligne, {position}.',
    ht: 'Tèt jounal la pa gen menm anprent ak dènye liy li, {position}.',
  },
  'Row {position} was there before, and is missing.': {
    fr: 'La ligne {position} existait, et elle manque.',
    ht: 'Liy {position} te la, epi li manke kounye a.',
  },
  'Row {position} has another hash than it had before: the log was written anew.': {
    fr: 'La ligne {position} n’a plus la même empreinte qu’avant : le journal a été réécrit.',
    ht: 'Liy {position} pa gen menm anprent ak anvan: yo reekri jounal la.',
  },
  'Row {position} is missing.': { fr: 'La ligne {position} manque.', ht: 'Liy {position} manke.' },
  'Rows {from} to {to} are missing.': {
    fr: 'Les lignes {from} à {to} manquent.',
    ht: 'Liy {from} jiska {to} manke.',
  },
};
