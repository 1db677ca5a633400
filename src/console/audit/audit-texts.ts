import type { ActorKind } from '../../domain/actor.ts';
import type { AuditSubject } from '../../domain/audit.ts';
import type { Language } from '../../messages/language.ts';

interface AuditTexts {
  readonly audit: string;
  readonly none: string;
  readonly noMatch: string;
  readonly row: string;
  readonly when: string;
  readonly who: string;
  readonly by: string;
  readonly anybody: string;
  readonly actors: Readonly<Record<ActorKind, string>>;
  readonly actor: string;
  readonly from: string;
  readonly to: string;
  readonly address: string;
  readonly action: string;
  readonly anyAction: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly subjects: Readonly<Record<AuditSubject['kind'], string>>;
  readonly website: string;
  readonly changes: string;
  readonly noFacts: string;
  readonly fact: string;
  readonly before: string;
  readonly after: string;
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  readonly hash: string;
  readonly sameSubject: string;
  readonly sameActor: string;
  readonly former: string;
  readonly next: string;
  readonly chain: string;
  readonly chainText: string;
  readonly head: string;
  readonly copy: string;
  readonly check: string;
  readonly whole: string;
  readonly broken: string;
  readonly checkAll: string;
}

/** Of the pages of the audit log. */
export const AUDIT_TEXTS: Readonly<Record<Language, AuditTexts>> = {
  en: {
    audit: 'Audit log',
    none: 'No changes yet.',
    noMatch: 'No changes match.',
    row: 'Change {position}',
    when: 'When',
    who: 'Who',
    by: 'By way of',
    anybody: 'anybody',
    actors: { user: 'the console', cli: 'the command line', system: 'the gateway itself' },
    actor: 'Name, or id of a user',
    from: 'From',
    to: 'Before',
    address: 'From where',
    action: 'What was done',
    anyAction: 'anything',
    subject: 'To what',
    subjectId: 'Id of what was changed',
    subjects: {
      website: 'website',
      api_key: 'key',
      link: 'payment link',
      payment: 'payment',
      delivery: 'delivery',
      discrepancy: 'discrepancy',
      subscription: 'recurring payment',
      exchange_rate: 'exchange rate',
      archive: 'archive',
      user: 'user',
      store: 'the store',
    },
    website: 'Website',
    changes: 'What changed',
    noFacts: 'Nothing more was recorded of this change.',
    fact: 'Field',
    before: 'Before',
    after: 'Since',
    nothing: 'nothing',
    yes: 'yes',
    no: 'no',
    hash: 'Hash',
    sameSubject: 'All changes of this',
    sameActor: 'All changes of this user',
    former: 'Change before',
    next: 'Change after',
    chain: 'The chain of hashes',
    chainText:
      'Each row has a hash over itself and the row before it, so that no row can be changed or taken out unseen. Keep the head elsewhere, and compare later.',
    head: 'Head',
    copy: 'Copy',
    check: 'Check the newest {count} changes',
    whole: 'Whole: {count} changes were checked, up to the newest.',
    broken: 'Something does not fit. Keep a copy of the store and its backups, and look into it.',
    checkAll: 'All of it, and an earlier head, are checked on the gateway’s machine by',
  },
  fr: {
    audit: 'Journal d’audit',
    none: 'Aucune modification pour l’instant.',
    noMatch: 'Aucune modification ne correspond.',
    row: 'Modification {position}',
    when: 'Quand',
    who: 'Qui',
    by: 'Par',
    anybody: 'n’importe qui',
    actors: { user: 'la console', cli: 'la ligne de commande', system: 'la passerelle elle-même' },
    actor: 'Nom, ou identifiant d’un compte',
    from: 'À partir de',
    to: 'Avant',
    address: 'D’où',
    action: 'Ce qui a été fait',
    anyAction: 'tout',
    subject: 'À quoi',
    subjectId: 'Identifiant de ce qui a été modifié',
    subjects: {
      website: 'site',
      api_key: 'clé',
      link: 'lien de paiement',
      payment: 'paiement',
      delivery: 'livraison',
      discrepancy: 'écart',
      subscription: 'paiement récurrent',
      exchange_rate: 'taux de change',
      archive: 'archive',
      user: 'compte',
      store: 'la base',
    },
    website: 'Site',
    changes: 'Ce qui a changé',
    noFacts: 'Rien de plus n’a été enregistré de cette modification.',
    fact: 'Champ',
    before: 'Avant',
    after: 'Depuis',
    nothing: 'rien',
    yes: 'oui',
    no: 'non',
    hash: 'Empreinte',
    sameSubject: 'Toutes les modifications de cet élément',
    sameActor: 'Toutes les modifications par ce compte',
    former: 'Modification précédente',
    next: 'Modification suivante',
    chain: 'La chaîne d’empreintes',
    chainText:
      'Chaque ligne porte une empreinte d’elle-même et de la ligne précédente : aucune ligne ne peut être modifiée ou retirée sans que cela se voie. Gardez la tête ailleurs, et comparez plus tard.',
    head: 'Tête',
    copy: 'Copier',
    check: 'Vérifier les {count} dernières modifications',
    whole: 'Intact : {count} modifications ont été vérifiées, jusqu’à la plus récente.',
    broken: 'Quelque chose ne concorde pas. Gardez une copie de la base et de ses sauvegardes, et cherchez pourquoi.',
    checkAll: 'Le journal entier, et une tête notée plus tôt, se vérifient sur la machine de la passerelle par',
  },
  ht: {
    audit: 'Jounal odit',
    none: 'Poko gen chanjman.',
    noMatch: 'Pa gen chanjman konsa.',
    row: 'Chanjman {position}',
    when: 'Kilè',
    who: 'Kiyès',
    by: 'Ki jan',
    anybody: 'nenpòt moun',
    actors: { user: 'konsòl la', cli: 'liy kòmand lan', system: 'sistèm nan poukont li' },
    actor: 'Non, oswa idantifyan yon kont',
    from: 'Apati',
    to: 'Anvan',
    address: 'Ki kote',
    action: 'Sa ki fèt',
    anyAction: 'tout bagay',
    subject: 'Sou kisa',
    subjectId: 'Idantifyan sa ki chanje a',
    subjects: {
      website: 'sit entènèt',
      api_key: 'kle',
      link: 'lyen peman',
      payment: 'peman',
      delivery: 'livrezon',
      discrepancy: 'diferans',
      subscription: 'peman regilye',
      exchange_rate: 'to echanj',
      archive: 'achiv',
      user: 'kont',
      store: 'baz done a',
    },
    website: 'Sit entènèt',
    changes: 'Sa ki chanje',
    noFacts: 'Pa gen lòt bagay ki anrejistre sou chanjman sa a.',
    fact: 'Chan',
    before: 'Anvan',
    after: 'Depi lè sa a',
    nothing: 'anyen',
    yes: 'wi',
    no: 'non',
    hash: 'Anprent',
    sameSubject: 'Tout chanjman sou sa',
    sameActor: 'Tout chanjman kont sa a fè',
    former: 'Chanjman anvan an',
    next: 'Chanjman apre a',
    chain: 'Chèn anprent yo',
    chainText:
      'Chak liy gen yon anprent ki fèt ak li menm ak liy ki anvan l lan, konsa pèsonn pa ka chanje oswa retire yon liy an kachèt. Sere tèt la yon lòt kote, epi konpare pita.',
    head: 'Tèt',
    copy: 'Kopye',
    check: 'Verifye {count} dènye chanjman yo',
    whole: 'Tout bagay bon: nou verifye {count} chanjman, jiska dènye a.',
    broken: 'Gen yon bagay ki pa dakò. Sere yon kopi baz done a ak sovgad yo, epi chèche poukisa.',
    checkAll: 'Pou verifye tout jounal la, oswa yon tèt ou te note anvan, fè sa sou machin sistèm nan',
  },
};
