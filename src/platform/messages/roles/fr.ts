import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  name: {
    owner: 'Propriétaire',
    operator: 'Opérateur',
    support: 'Assistance',
    auditor: 'Auditeur',
    merchant_owner: 'Marchand : propriétaire',
    merchant_developer: 'Marchand : développeur',
    merchant_viewer: 'Marchand : lecture seule',
  },
  hint: {
    owner: 'Accès complet. Gère l’équipe.',
    operator: 'Gère la passerelle : paiements, sites, clés, écarts et utilisateurs des marchands.',
    support:
      'Consulte les données, vérifie les paiements auprès du prestataire de paiement, renvoie les webhooks et écrit des notes.',
    auditor: 'Consulte tout, y compris le journal d’audit et les exports. Ne modifie rien.',
    merchant_owner:
      'Gère l’équipe et les sites du marchand, y compris leurs clés de production, leurs URL et leurs secrets.',
    merchant_developer: 'Gère les clés de test, les webhooks et les paiements de test des sites du marchand.',
    merchant_viewer: 'Consulte les paiements des sites du marchand. Ne modifie rien.',
  },
};
