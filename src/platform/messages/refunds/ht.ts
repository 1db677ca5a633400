import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  refund: 'Ranbousman',
  refunds: 'Ranbousman',
  give: 'Ranbouse',
  created: 'Mande',
  status: 'Estati',
  website: 'Sit',
  method: 'Mwayen peman',
  payment: 'Peman',
  paid: 'Peye',
  amount: 'Montan',
  reason: 'Rezon',
  reasonHint: 'Pa obligatwa, pou dosye ou: kliyan an pa wè l. 255 karaktè pou pi plis.',
  number: 'Idantifyan ranbousman an, Peye bay li',
  name: 'Non demann lan (refund_id), sit la bay li',
  failure: 'Poukisa l echwe',
  requestedBy: 'Moun ki mande l',
  approvedBy: 'Moun ki apwouve l',
  providerRef: 'Tranzaksyon ranbousman an',
  word: 'Estati bò founisè peman an, oswa nòt',
  attempts: 'Demann bay founisè peman an',
  ended: 'Fini',
  next: 'Pwochen etap',
  timeline: 'Kwonoloji',
  none: 'Poko gen ranbousman. Pou ranbouse yon peman, louvri paj li.',
  noneMatch: 'Okenn ranbousman pa koresponn. Retire yon filtè.',
  kind: 'Kote l fèt',
  kinds: {
    gateway: 'Ak Peye',
    external: 'Sou pòtay founisè peman an',
  },
  found: 'Jwenn',
  statuses: {
    requested: 'Ap tann apwobasyon',
    approved: 'Apwouve',
    sent: 'Voye bay founisè peman an',
    unknown: 'Nou poko konnen rezilta a',
    manual: 'Pou peye alamen',
    succeeded: 'Lajan an remèt',
    failed: 'Echwe',
    reversed: 'Lajan an tounen apre nou voye l',
  },
  failures: {
    rejected: 'Refize anvan okenn lajan deplase',
    declined: 'Founisè peman an refize l',
    returned_already: 'Lajan nan peman sa a te remèt deja bò founisè peman an',
  },
  steps: {
    requested: 'Apwouve l oswa refize l.',
    approved:
      'Peye ap voye l bay founisè peman an. Si baz done a te restore, ranbousman pwodiksyon yo ap tann toutotan debi otomatik kat yo an poz.',
    sent: 'Founisè peman an ap trete l. Peye ap verifye jiskaske nou konnen rezilta a.',
    unknown:
      'Founisè peman an pa reponn. Peye ap chèche nan rejis founisè a jiskaske nou konnen rezilta a. Pa peye ranbousman sa a alamen: kliyan an ta ka resevwa lajan an de fwa.',
    manual: 'Peye l alamen, epi antre nimewo tranzaksyon bous la.',
    succeeded: 'Pa gen anyen pou fè. Kliyan an gen lajan an.',
    failed: 'Okenn lajan pa deplase. Mande yon lòt ranbousman si kliyan an dwe resevwa l toujou.',
    reversed:
      'Lajan an tounen apre li te remèt: kliyan an pa genyen l. Antann ou ak kliyan an sou yon lòt fason pou remèt li lajan an, epi mande yon lòt ranbousman.',
  },
  returnedStep:
    'Ranbousman sa a pa deplase okenn lajan: lajan nan peman sa a te remèt deja bò founisè peman an. Gade sou pòtay founisè a konbyen kliyan an resevwa. Pa mande yon lòt ranbousman anvan sa: kliyan an ta ka resevwa lajan an de fwa.',
  merchantReturnedStep:
    'Ranbousman sa a pa deplase okenn lajan: lajan nan peman sa a te remèt deja bò founisè peman an. Se operatè Peye a sèlman ki ka wè konbyen kliyan an resevwa. Mande operatè a anvan ou mande yon lòt ranbousman: kliyan an ta ka resevwa lajan an de fwa.',
  externalStep:
    'Pa gen anyen pou fè. Ranbousman sa a fèt sou pòtay founisè peman an, epi Peye jwenn li nan rejis founisè a. Montan li konte kòm ranbouse, kidonk Peye pa ranbouse l yon dezyèm fwa.',
  waits: {
    none: 'Peye poko eseye voye l. Si baz done a te restore, ranbousman pwodiksyon yo ap tann toutotan debi otomatik kat yo an poz. Sinon, tcheke worker yo ak peye doctor.',
    notSetUp:
      'Founisè peman an pa konfigire, oswa li pa fè ranbousman konsa. Konfigire mwayen peman an ankò, oswa fini ranbousman an ak peye refunds resolve.',
    noPayment: 'Peman an pa nan baz done sa a. Fè yon verifikasyon baz done a.',
    leftNotShown:
      'Founisè peman an pa montre sa ki rete nan peman an. Gade sou pòtay li si peman an te ranbouse la. Peye ap eseye ankò.',
    disputed:
      'Kliyan an konteste peman an, epi bank li kenbe lajan an. Reponn kontestasyon an sou pòtay founisè peman an. Peye ap kontinye lè gen yon desizyon.',
    behindOthers: 'Yon lòt ranbousman peman an poko gen rezilta. Fini lòt la anvan: paj li di kijan.',
    restored:
      'Baz done a te restore, epi yon demann ranbousman ki soti anvan ka rive toujou. Lè li pa ka rive ankò, Peye ap voye ranbousman an.',
    notReached: 'Peye pa t ka jwenn founisè peman an. Peye ap eseye ankò. Verifye koneksyon an ak peye doctor.',
    numberTaken:
      'Founisè peman an fè ranbousman sa a, men yo te antre nimewo li pou yon lòt ranbousman. Korije nimewo lòt la nan liy kòmand lan.',
    numberOfAnother:
      'Founisè peman an montre yon lòt ranbousman anba nimewo yo te antre pou sa a, kidonk petèt yo pa t peye sa a. Gade sou pòtay founisè a, epi korije ranbousman sa a nan liy kòmand lan.',
    otherAmount:
      'Anvan yo te restore baz done a, yo te mande yon ranbousman ak menm idantifyan an men ak yon lòt montan, epi founisè peman an te fè sa a. Peye ap fini ranbousman an tankou yon echèk lè li pa ka rive ankò. Si li toujou ap tann apre yon jou, gade sou pòtay founisè a epi anrejistre sa ou jwenn ak peye refunds resolve.',
    amountHidden:
      'Founisè peman an te fè yon ranbousman ak idantifyan sa a anvan yo te restore baz done a, epi li pa montre montan an. Gade sou pòtay founisè a: si montan an se montan ranbousman sa a, antre nimewo tranzaksyon an ak peye refunds resolve. Si se yon lòt montan, bay menm kòmand lan ak --not-moved.',
    other: 'Founisè peman an pa aksepte ranbousman an, oswa li pa montre l. Li mesaj li a. Peye ap eseye ankò.',
  },
  portalStep:
    'Founisè peman an pa reponn, epi Peye pa ka wè ranbousman founisè a. Gade sou pòtay founisè a, epi anrejistre sa ou jwenn ak peye refunds resolve {id}. Pa peye ranbousman sa a alamen anvan sa: kliyan an ta ka resevwa lajan an de fwa.',
  merchantPortalStep:
    'Founisè peman an pa reponn. Operatè Peye a ap verifye sou pòtay founisè a. Pa peye kliyan an ou menm: li ta ka resevwa lajan an de fwa.',
  merchantSteps: {
    requested: 'Operatè Peye a ap apwouve l oswa refize l.',
    manual: 'Operatè Peye a ap peye l alamen.',
    unknown:
      'Founisè peman an pa reponn. Peye ap chèche nan rejis founisè a jiskaske nou konnen rezilta a. Pa peye kliyan an ou menm: li ta ka resevwa lajan an de fwa.',
  },
  isRequested: 'Ranbousman mande: {money}',
  isExternal: 'Ranbouse sou pòtay founisè peman an: {money}',
  isApproved: 'Apwouve',
  isRejected: 'Refize',
  isSent: 'Voye bay founisè peman an',
  isSentAgain: 'Voye bay founisè peman an, {count, plural, one {# demann} other {# demann}} antou',
  isResolved: 'Operatè Peye a anrejistre rezilta a, dapre pòtay founisè peman an',
  isClaimed: 'Rezève pou peye alamen',
  isCorrected: 'Operatè Peye a korije l',
  isCompleted: 'Anrejistre kòm peye alamen',
  hasEnded: '{status}: {money}',
  byKey: 'pa yon kle API',
  byName: 'pa {name}',
  ofPayment: 'Ranbousman peman sa a',
  left: 'Sa ki ka ranbouse toujou',
  leftText: '{left} sou {paid} ka ranbouse toujou.',
  nothingLeft:
    'Pa gen anyen ki rete pou ranbouse: tout {paid} yo ranbouse deja, ap ranbouse, founisè peman an remèt yo, oswa yon kontestasyon kenbe yo.',
  isDisputed:
    'Kliyan an konteste peman sa a, epi bank li kenbe {money} jiskaske li deside. Lajan sa a pa ka ranbouse: kliyan an ta ka resevwa l de fwa.',
  title: 'Ranbouse peman {id}',
  amountHint: 'An {currency}. Pa plis pase {left}.',
  wholeHint: 'An {currency}. Yon peman {method} ka ranbouse antye sèlman.',
  whatSent:
    'Peye ap voye ranbousman an bay founisè peman an, epi lajan an ap tounen sou kat la oswa bous ki te peye a.',
  whatManual:
    'Peye pa ka voye ranbousman sa a bay {method}: operatè Peye a ap peye l alamen sou pòtay founisè peman an, epi anrejistre tranzaksyon an.',
  whatApproval: 'Operatè Peye a dwe apwouve l anvan. Jiskaske sa fèt, okenn lajan pa deplase.',
  whatTest: 'Yon ranbousman tès: okenn lajan pa deplase, epi li pa bezwen apwobasyon.',
  review: 'Kontinye',
  sureTitle: 'Ranbouse {money}?',
  sureText: 'Ranbouse {money} sou {paid} bay {customer}, peman {id}.',
  sureWhole: 'Ranbouse tout {money} yo bay {customer}, peman {id}.',
  submit: 'Mande ranbousman {money}',
  cancel: 'Retounen san ranbouse',
  resolve: 'Fini l ak prèv',
  resolveTitle: 'Fini ranbousman sa a ak prèv?',
  resolveText:
    'Gade sou pòtay {method} anvan, epi deside sèlman dapre sa l montre. Yon erè ap remèt lajan an de fwa, oswa pa remèt li ditou.',
  outcome: 'Sa pòtay la montre',
  hasMoved: 'Yon ranbousman: kliyan an gen lajan an',
  notMoved: 'Pa gen ranbousman: okenn lajan pa deplase',
  numberIfMoved: 'Si pòtay la montre ranbousman an: nimewo tranzaksyon li',
  noteIfNot: 'Si pòtay la pa montre okenn ranbousman, yon nòt: sa ou verifye',
  cancelDecision: 'Retounen san deside',
  approve: 'Apwouve',
  approveTitle: 'Apwouve ranbousman sa a?',
  approveSent: 'Peye ap remèt kliyan an {money} depi ou apwouve. Ou pa ka tounen sou sa.',
  approveManual:
    'Okenn lajan poko deplase: Peye pa ka voye ranbousman sa a bay {method}. Apre sa, ranbousman an ap tann pou yon moun peye l alamen.',
  reject: 'Refize',
  rejectTitle: 'Refize ranbousman sa a?',
  rejectText:
    'Okenn lajan pa deplase, epi {money} disponib pou yon lòt ranbousman. Yon ranbousman ki refize pa ka apwouve ankò.',
  rejectManual: 'Refize l sèlman si pèsonn pa peye l alamen.',
  note: 'Nòt',
  noteHint: 'Ekip operatè Peye a ka wè l. 1 jiska 255 karaktè.',
  complete: 'Anrejistre ranbousman ki peye a',
  completeTitle: 'Peye ranbousman sa a alamen',
  stepFind: 'Louvri pòtay {method} epi jwenn tranzaksyon {number}.',
  stepFindNone: 'Louvri pòtay {method} epi jwenn peman {id}.',
  stepRestored:
    'Yo te restore baz done a apre peman sa a, kidonk ranbousman sa a ka peye deja. Gade sou pòtay la anvan. Si ranbousman an te peye, pa peye l yon dezyèm fwa: antre nimewo tranzaksyon sa a.',
  stepCheck:
    'Apre ou fin rezève ranbousman an, gade sou pòtay la si yon lòt moun te peye l deja. Si se sa, pa peye: antre nimewo tranzaksyon sa a.',
  stepPay: 'Peye {money} nan bous pòtay la montre kòm bous kliyan an, pa nan okenn lòt.',
  stepCompare:
    'Kliyan an te tape yon nimewo telefòn ki fini ak {digits}. Si pòtay la montre yon lòt telefòn, verifye ak machann nan anvan ou peye.',
  stepRecord: 'Antre nimewo tranzaksyon ou a anba a. Yon menm nimewo ka sèvi pou yon sèl ranbousman.',
  transactionNumber: 'Nimewo tranzaksyon bous la',
  claim: 'Mwen ap peye ranbousman sa a',
  claimText:
    'Anvan ou peye, di sa isit la: pandan yon demi èdtan, okenn lòt moun pa ka rezève ni refize ranbousman sa a.',
  payingNow: '{name} ap peye ranbousman sa a alamen jiska {time}. Pa peye l tou.',
  paidUnclaimed: 'Mwen pa t rezève l: li deja peye, yon sèl fwa',
  completeSubmit: 'Ranbousman an peye',
  done: {
    requested: 'Ranbousman an mande.',
    already: 'Fòmilè sa a te voye deja. Se yon sèl ranbousman ki mande.',
    approved: 'Ranbousman an apwouve.',
    rejected: 'Ranbousman an refize. Okenn lajan pa deplase.',
    resolved: 'Ranbousman an fini.',
    completed: 'Anrejistre: ranbousman an peye.',
  },
  disputes: {
    title: 'Kontestasyon',
    none: 'Pa gen kontestasyon. Peye aprann gen yon kontestasyon lè li verifye peman an.',
    noneMatch: 'Pa gen kontestasyon ki koresponn. Retire yon filtè.',
    ofPayment: 'Kontestasyon peman sa a',
    found: 'Jwenn',
    opened: 'Louvri',
    due: 'Prèv jiska',
    decided: 'Deside',
    next: 'Pwochen etap',
    work: 'Bezwen atansyon',
    works: { evidence_due: 'Prèv pou voye', undecided: 'San desizyon apre 90 jou' },
    states: { opened: 'Louvri', won: 'Genyen', lost: 'Pèdi' },
    steps: {
      opened: 'Voye prèv sou pòtay founisè peman an anvan dat limit la.',
      won: 'Pa gen anyen pou fè: lajan an tounen.',
      lost: 'Fè machann nan konnen: kliyan an gen lajan an.',
    },
    merchantSteps: {
      opened: 'Voye bay operatè a sa ki pwouve livrezon an, anvan dat limit la.',
      won: 'Pa gen anyen pou fè: lajan an tounen.',
      lost: 'Kliyan an gen lajan an.',
    },
    late: 'Tan pou voye prèv la fini. Tann desizyon bank lan.',
    waits: 'Pa gen prèv pou voye. Tann desizyon bank lan.',
    isOpened: 'Kliyan an konteste: {money}',
    isWon: 'Machann nan genyen kontestasyon an: {money} tounen',
    isLost: 'Machann nan pèdi kontestasyon an: kliyan an gen {money}',
  },
  giveBack: 'Remèt lajan an',
  giveBackPortal:
    'Lajan sa a pa pou okenn peman ki reyisi: Peye pa ka ranbouse l. Jwenn tranzaksyon {number} sou pòtay {method} epi ranbouse l la, answit rezoud diferans sa a ak yon nòt.',
  giveBackTwice:
    'Ranbouse dezyèm debi a, {number}, sou pòtay {method}: peman an rete peye ak premye a. Answit rezoud diferans sa a ak yon nòt.',
  giveBackWhole: 'Si machann nan pa livre anyen, ranbouse peman an tou:',
};
