import type { Role } from '../domain/roles.ts';
import type { Language } from '../messages/language.ts';

/** What a role is called. */
export const ROLE_TEXTS: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  en: {
    owner: 'Owner',
    operator: 'Operator',
    support: 'Support',
    auditor: 'Auditor',
    merchant_owner: 'Merchant: owner',
    merchant_developer: 'Merchant: developer',
    merchant_viewer: 'Merchant: viewer',
  },
  fr: {
    owner: 'Propriétaire',
    operator: 'Opérateur',
    support: 'Assistance',
    auditor: 'Auditeur',
    merchant_owner: 'Marchand : propriétaire',
    merchant_developer: 'Marchand : développeur',
    merchant_viewer: 'Marchand : lecture seule',
  },
  ht: {
    owner: 'Pwopriyetè',
    operator: 'Operatè',
    support: 'Sipò',
    auditor: 'Oditè',
    merchant_owner: 'Machann: pwopriyetè',
    merchant_developer: 'Machann: devlopè',
    merchant_viewer: 'Machann: gade sèlman',
  },
};

/** What a role may do, for whoever gives it. */
export const ROLE_HINTS: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  en: {
    owner: 'Does everything, and decides who else may come in.',
    operator: 'Runs the gateway: payments, websites, keys, discrepancies, merchants’ people.',
    support: 'Reads, asks providers again, resends webhooks, writes notes.',
    auditor: 'Reads everything with the audit log and exports; changes nothing.',
    merchant_owner: 'Their websites with live keys, URLs, secrets and team.',
    merchant_developer: 'Their websites with test keys, deliveries and test payments.',
    merchant_viewer: 'Reads the payments of their websites; changes nothing.',
  },
  fr: {
    owner: 'Fait tout, et décide qui d’autre peut entrer.',
    operator: 'Fait marcher la passerelle : paiements, sites, clés, écarts, équipes des marchands.',
    support: 'Lit, interroge à nouveau les prestataires, renvoie les webhooks, écrit des notes.',
    auditor: 'Lit tout, avec le journal d’audit et les exports ; ne modifie rien.',
    merchant_owner: 'Ses sites, avec les clés réelles, les URL, les secrets et l’équipe.',
    merchant_developer: 'Ses sites, avec les clés de test, les livraisons et les paiements de test.',
    merchant_viewer: 'Lit les paiements de ses sites ; ne modifie rien.',
  },
  ht: {
    owner: 'Fè tout bagay, epi deside ki lòt moun ki ka antre.',
    operator: 'Fè sistèm nan mache: peman, sit, kle, diferans, ekip machann yo.',
    support: 'Li, mande founisè yo ankò, voye webhook ankò, ekri nòt.',
    auditor: 'Li tout bagay, ak jounal odit la ak ekspòtasyon; pa chanje anyen.',
    merchant_owner: 'Sit pa l yo, ak vrè kle, URL, sekrè ak ekip la.',
    merchant_developer: 'Sit pa l yo, ak kle tès, livrezon ak peman tès.',
    merchant_viewer: 'Li peman sit pa l yo; pa chanje anyen.',
  },
};
