import type { Role } from '../domain/roles.ts';
import type { Language } from '../wording/language.ts';

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
    merchant_owner: 'Marchand : propriétaire',
    merchant_developer: 'Marchand : développeur',
    merchant_viewer: 'Marchand : lecture seule',
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
