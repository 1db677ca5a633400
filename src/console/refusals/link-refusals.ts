import type { Refusals } from './refusals.ts';

/** Of payment links. */
export const LINK_REFUSALS: Refusals = {
  'The website {id} is deactivated. Activate it first: {command}.': {
    fr: 'Le site {id} est désactivé. Activez-le d’abord : {command}.',
    ht: 'Sit {id} an dezaktive. Aktive l dabò: {command}.',
  },
  'The key {id} is deactivated. Name another one, or none.': {
    fr: 'La clé {id} est désactivée. Nommez-en une autre, ou aucune.',
    ht: 'Kle {id} a dezaktive. Bay yon lòt, oswa pa bay okenn.',
  },
  'This website has no active {mode} key yet. Make one first: {command}.': {
    fr: 'Ce site n’a pas encore de clé {mode} active. Créez-en une d’abord : {command}.',
    ht: 'Sit sa a poko gen kle {mode} ki aktif. Fè youn anvan: {command}.',
  },
  'The key {id} is not a {mode} key of this website.': {
    fr: 'La clé {id} n’est pas une clé {mode} de ce site.',
    ht: 'Kle {id} a pa yon kle {mode} pou sit sa a.',
  },
  'Link {code} has a stock of {stock}, but {paid} paid and {open} open payments. Nothing was changed. Deactivate the link, and refund or deliver what was sold beyond its stock.':
    {
      fr: 'Le lien {code} a un stock de {stock}, mais {paid} paiements effectués et {open} en cours. Rien n’a été modifié. Désactivez le lien, puis remboursez ou livrez ce qui a été vendu en trop.',
      ht: 'Lyen {code} a gen yon estòk {stock}, men li gen {paid} peman ki fèt ak {open} ki poko fini. Anyen pa chanje. Dezaktive lyen an, epi ranbouse oswa livre sa ki vann anplis.',
    },
  'There is a link {id} already.': { fr: 'Il y a déjà un lien {id}.', ht: 'Gen yon lyen {id} deja.' },
  'There is no payment link {id}.': { fr: 'Il n’y a pas de lien de paiement {id}.', ht: 'Pa gen lyen peman {id}.' },
  'Describe what is sold in one language at least: {languages}.': {
    fr: 'Décrivez ce qui est vendu dans une langue au moins : {languages}.',
    ht: 'Dekri sa w ap vann nan omwen yon lang: {languages}.',
  },
  'The customer chooses the amount: give none, or make it prefilled.': {
    fr: 'Le client choisit le montant : n’en indiquez pas, ou choisissez « Proposé ».',
    ht: 'Se kliyan an ki chwazi montan an: pa mete youn, oswa chwazi “Pwopoze”.',
  },
  'Give the amount, such as 500 or 12.50.': {
    fr: 'Indiquez le montant, par exemple 500 ou 12,50.',
    ht: 'Mete montan an, tankou 500 oswa 12.50.',
  },
  'A fixed amount has no limits: leave them out.': {
    fr: 'Un montant fixe n’a pas de limites : laissez-les vides.',
    ht: 'Yon montan fiks pa gen limit: kite yo vid.',
  },
  'The most must not be less than the least.': {
    fr: 'Le maximum ne doit pas être plus petit que le minimum.',
    ht: 'Pi gwo montan an pa dwe pi piti pase pi piti a.',
  },
  'The amount must be within the limits that the customer has.': {
    fr: 'Le montant doit être dans les limites données au client.',
    ht: 'Montan an dwe nan limit ou bay kliyan an.',
  },
  'It must be a number from 1 to {most}.': {
    fr: 'Ce doit être un nombre de 1 à {most}.',
    ht: 'Li dwe yon nonm ant 1 ak {most}.',
  },
  'It must be a whole number from 1 to {most}.': {
    fr: 'Ce doit être un nombre entier de 1 à {most}.',
    ht: 'Li dwe yon nonm antye ant 1 ak {most}.',
  },
  'A link cannot be paid by card: that is paid in the widget of a shop. lakaypay_card takes cards on a page of its own.':
    {
      fr: 'Un lien ne se paie pas par carte : cela se fait dans le widget d’une boutique. lakaypay_card accepte les cartes sur sa propre page.',
      ht: 'Moun pa ka peye yon lyen pa kat: sa fèt nan fòmilè yon boutik. lakaypay_card pran kat sou pwòp paj pa l.',
    },
  'A link that is used once has a stock of 1: leave it out.': {
    fr: 'Un lien pour un seul paiement a un stock de 1 : laissez-le vide.',
    ht: 'Yon lyen pou yon sèl peman gen yon sèl plas: kite l vid.',
  },
  'It must be a time before the year 2100.': {
    fr: 'Ce doit être un moment avant l’an 2100.',
    ht: 'Li dwe yon lè anvan ane 2100.',
  },
  'It must be in the future. To end a link now, deactivate it.': {
    fr: 'Ce doit être dans l’avenir. Pour terminer un lien maintenant, désactivez-le.',
    ht: 'Li dwe nan lavni. Pou fini yon lyen kounye a, dezaktive l.',
  },
  'It must be one e-mail address, such as marie@example.com.': {
    fr: 'Ce doit être une seule adresse e-mail, par exemple marie@example.com.',
    ht: 'Li dwe yon sèl adrès imel.',
  },
};
