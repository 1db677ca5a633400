import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  title: 'Erreurs',
  format:
    'Toutes les erreurs de l’API ont le même format. Dans votre code, utilisez le statut HTTP et `error`\u202f; `message` est pour les personnes, et son texte peut changer.',
  validation:
    'Seul `validation_error` a `errors`, qui donne pour chaque champ une liste de messages. Chaque 429 a `retry_after`, un nombre entier de secondes\u00a0:',
  requestId:
    'Chaque réponse a l’en-tête `X-Request-Id`. Indiquez-le quand vous demandez de l’aide\u00a0: le journal de la passerelle a le même identifiant.',
  statusCodes: 'Codes de statut',
  allCodes: 'Tous les codes',
  allCodesText: 'Le message d’une réponse est en anglais. `/openapi.json` liste les codes de chaque point d’accès.',
  everywhere: 'Erreurs de tous les points d’accès',
  columns: { meaning: 'Signification', when: 'Quand', message: 'Message', retry: 'Réessayer\u202f?' },
  retry: {
    lookUp:
      'Après une création\u00a0: cherchez le paiement par sa référence, et ne réessayez que s’il n’y en a pas de nouveau.',
    otherPayment: 'Créez un nouveau paiement quand le client réessaie ou choisit un autre moyen.',
    otherKey: 'Ne réessayez pas\u00a0: corrigez la clé. La même clé ne marchera jamais.',
    afterSeconds: 'Réessayez après `retry_after` secondes.',
    afterHeader: 'Réessayez après le nombre de secondes de l’en-tête `Retry-After`.',
    now: 'Réessayez.',
    afterChange: 'Ne réessayez pas avant que la clé ou le site ait été modifié.',
    never: 'Ne réessayez pas\u00a0: la même requête échouera encore.',
  },
};
