import type { Refusals } from './refusals.ts';

/** Of websites, keys and what belongs to them. */
export const THING_REFUSALS: Refusals = {
  'It must have 1 to {most} characters.': {
    fr: 'Il faut de 1 à {most} caractères.',
    ht: 'Li dwe gen 1 jiska {most} karaktè.',
  },
  'It must be a whole number of seconds, 0 or more; at most 365 days.': {
    fr: 'Il faut un nombre entier de secondes, 0 ou plus ; 365 jours au plus.',
    ht: 'Li dwe yon kantite segonn ki antye, 0 oswa plis; pa plis pase 365 jou.',
  },
  'Somebody else has changed this meanwhile: {fields}. Look at what it is now, then send the form again.': {
    fr: 'Quelqu’un d’autre a modifié ceci entre-temps : {fields}. Regardez l’état actuel, puis envoyez le formulaire à nouveau.',
    ht: 'Yon lòt moun chanje sa pandan tan sa a: {fields}. Gade jan l ye kounye a, epi voye fòmilè a ankò.',
  },
  'There is a key {id} already.': { fr: 'Il y a déjà une clé {id}.', ht: 'Gen yon kle {id} deja.' },
  'There is a website {id} already.': { fr: 'Il y a déjà un site {id}.', ht: 'Gen yon sit {id} deja.' },
  'There is no website {id}.': { fr: 'Il n’y a pas de site {id}.', ht: 'Pa gen sit {id}.' },
  'There is no key of that id: give its id (key_…), not the key itself.': {
    fr: 'Il n’y a pas de clé sous cet identifiant : donnez son identifiant (key_…), et non la clé elle-même.',
    ht: 'Pa gen kle ki gen idantifyan sa a: bay idantifyan li (key_…), pa kle a menm.',
  },
  'There is no key {id}.': { fr: 'Il n’y a pas de clé {id}.', ht: 'Pa gen kle {id}.' },
  'The mode must be {modes}.': { fr: 'Le mode doit être {modes}.', ht: 'Mòd la dwe {modes}.' },
  'Methods must be some of {methods}.': {
    fr: 'Choisissez les moyens de paiement parmi : {methods}.',
    ht: 'Chwazi mwayen peman yo nan lis sa a: {methods}.',
  },
  'The callback URL was refused: {reason}.': {
    fr: 'L’URL de rappel a été refusée : {reason}.',
    ht: 'Nou pa aksepte callback URL la: {reason}.',
  },
  'The callback URL of test events was refused: {reason}.': {
    fr: 'L’URL de rappel des événements de test a été refusée : {reason}.',
    ht: 'Nou pa aksepte callback URL evènman tès yo: {reason}.',
  },
  'The website has a secret for test events already. Replace it, or remove it first.': {
    fr: 'Le site a déjà un secret pour les événements de test. Remplacez-le, ou supprimez-le d’abord.',
    ht: 'Sit la gen yon sekrè pou evènman tès yo deja. Ranplase l, oswa retire l anvan.',
  },
  'The website has no secret for test events. Create one first.': {
    fr: 'Le site n’a pas de secret pour les événements de test. Créez-en un d’abord.',
    ht: 'Sit la pa gen sekrè pou evènman tès yo. Kreye youn anvan.',
  },
  'The return URL was refused: {reason}.': {
    fr: 'L’URL de retour a été refusée : {reason}.',
    ht: 'Nou pa aksepte URL retou a: {reason}.',
  },
  'it must start with https://': { fr: 'elle doit commencer par https://', ht: 'li dwe kòmanse ak https://' },
  'it must start with https:// or http://': {
    fr: 'elle doit commencer par https:// ou http://',
    ht: 'li dwe kòmanse ak https:// oswa http://',
  },
  '{address} is not a public address': {
    fr: '{address} n’est pas une adresse publique',
    ht: '{address} pa yon adrès piblik',
  },
  '{name} is this machine, not a public address': {
    fr: '{name} est cette machine, pas une adresse publique',
    ht: '{name} se machin sa a, se pa yon adrès piblik',
  },
  'it must have at most {most} characters': {
    fr: 'elle doit avoir au plus {most} caractères',
    ht: 'li pa dwe gen plis pase {most} karaktè',
  },
  'it must not contain spaces or control characters': {
    fr: 'elle ne doit contenir ni espaces ni caractères de contrôle',
    ht: 'li pa dwe gen espas ni karaktè kontwòl',
  },
  'it is not a complete URL such as https://shop.example/webhooks': {
    fr: 'ce n’est pas une URL complète comme https://shop.example/webhooks',
    ht: 'se pa yon URL antye tankou https://shop.example/webhooks',
  },
  'it must not contain a user name or password': {
    fr: 'elle ne doit contenir ni nom d’utilisateur ni mot de passe',
    ht: 'li pa dwe gen ni non itilizatè ni modpas',
  },
  'The logo is an empty file.': { fr: 'Le logo est un fichier vide.', ht: 'Fichye logo a vid.' },
  'The logo has {bytes} bytes, but may have {most} at most: make it smaller, or save it as WebP.': {
    fr: 'Le logo a {bytes} octets, mais {most} au plus sont permis : réduisez-le, ou enregistrez-le en WebP.',
    ht: 'Logo a gen {bytes} bit, men li pa dwe depase {most}: fè l pi piti, oswa anrejistre l an WebP.',
  },
  'The logo has {width} × {height} pixels, but each side must have {least} to {most}.': {
    fr: 'Le logo a {width} × {height} pixels, mais chaque côté doit en avoir de {least} à {most}.',
    ht: 'Logo a gen {width} × {height} piksèl, men chak bò dwe gen {least} jiska {most}.',
  },
  'The logo has {width} × {height} pixels, but one side may be {times} times as long as the other at most.': {
    fr: 'Le logo a {width} × {height} pixels, mais un côté peut être au plus {times} fois plus long que l’autre.',
    ht: 'Logo a gen {width} × {height} piksèl, men yon bò pa dwe plis pase {times} fwa lòt la.',
  },
  'The logo was refused. {reason}': { fr: 'Le logo a été refusé. {reason}', ht: 'Nou pa aksepte logo a. {reason}' },
  'It is damaged or not whole: export it again.': {
    fr: 'Il est abîmé ou incomplet : exportez-le à nouveau.',
    ht: 'Li gate oswa li pa antye: ekspòte l ankò.',
  },
  'It moves: export a picture that stands still.': {
    fr: 'Il est animé : exportez une image fixe.',
    ht: 'Li bouje: ekspòte yon imaj ki pa bouje.',
  },
  'It is an SVG, which can hold scripts and addresses of others: export it as PNG or WebP.': {
    fr: 'C’est un SVG, qui peut contenir des scripts et des adresses d’autrui : exportez-le en PNG ou en WebP.',
    ht: 'Se yon SVG, ki ka gen pwogram ak adrès lòt moun ladan l: ekspòte l an PNG oswa WebP.',
  },
  'It is a GIF: export it as PNG or WebP.': {
    fr: 'C’est un GIF : exportez-le en PNG ou en WebP.',
    ht: 'Se yon GIF: ekspòte l an PNG oswa WebP.',
  },
  'It is no PNG, JPEG or WebP picture.': {
    fr: 'Ce n’est pas une image PNG, JPEG ou WebP.',
    ht: 'Se pa yon imaj PNG, JPEG oswa WebP.',
  },
  'A colour must be like #0b6459, in quotes.': {
    fr: 'Une couleur doit s’écrire comme #0b6459.',
    ht: 'Yon koulè dwe ekri tankou #0b6459.',
  },
  'White text on {colour} has a contrast of {ratio} to 1, but {least} to 1 is needed (WCAG AA). The nearest shade that will do is {shade}.':
    {
      fr: 'Un texte blanc sur {colour} a un contraste de {ratio} pour 1, mais il faut {least} pour 1 (WCAG AA). La nuance la plus proche qui convient est {shade}.',
      ht: 'Ekriti blan sou {colour} gen yon kontras {ratio} pou 1, men fòk li {least} pou 1 (WCAG AA). Koulè ki pi pre ki ka mache se {shade}.',
    },
  'The contact must have 1 to 255 characters.': {
    fr: 'Le contact doit avoir de 1 à 255 caractères.',
    ht: 'Kontak la dwe gen 1 jiska 255 karaktè.',
  },
  'The contact must be one line.': {
    fr: 'Le contact doit tenir sur une ligne.',
    ht: 'Kontak la dwe sou yon sèl liy.',
  },
};
