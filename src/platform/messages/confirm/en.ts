/** Questions before a change that stops money or lets it flow, and Undo. */
export const en = {
  typeName: 'Type the name of the website to confirm',
  keep: 'Go back',
  liveKeys:
    '{count, plural, =0 {This website has no active live keys.} one {# active live key is rejected from then on.} other {# active live keys are rejected from then on.}}',
  testKeys:
    '{count, plural, =0 {This website has no active test keys.} one {# active test key is rejected from then on.} other {# active test keys are rejected from then on.}}',
  paidToday:
    '{count, plural, =0 {No live payment was paid today.} one {# live payment was paid today.} other {# live payments were paid today.}}',
  webhooks:
    '{count, plural, =0 {No webhook is waiting.} one {# waiting webhook is still sent.} other {# waiting webhooks are still sent.}}',
  webhooksMore: 'More than {count, number} waiting webhooks are still sent.',
  websiteTitle: 'Deactivate this website?',
  websiteText:
    'Within 10 seconds, customers can no longer start a payment for this website, or submit an open one, including through payment links. Subscriptions are no longer charged. Payments already submitted still get their result.',
  keyTitle: 'Deactivate this live key?',
  keyText: 'Within 10 seconds, all requests with this key are rejected. Existing payments continue.',
  keyUsed: 'Last used: {time}.',
  keyUnused: 'It was never used.',
  approveTitle: 'Approve live cards?',
  approveText: 'Within 10 seconds, customers can pay this website by card. Their cards are really charged.',
  approveRisk: 'The owner of the card provider’s account is liable for chargebacks.',
  approveNote: 'Reason',
  approveNoteHint: 'What you checked about this shop. Stored in the audit log.',
  withdrawTitle: 'Withdraw the approval of live cards?',
  withdrawText: 'Within 10 seconds, this website stops accepting new live card payments. Its other methods continue.',
  cardToday:
    '{count, plural, =0 {No live card payment was paid today.} one {# live card payment was paid today.} other {# live card payments were paid today.}}',
  methodsText: 'This website is live. Customers can no longer pay with {methods}.',
  methodsToday:
    '{count, plural, =0 {None of today’s live payments was paid this way.} one {# of today’s live payments was paid this way.} other {# of today’s live payments were paid this way.}}',
  undo: 'Undo',
  undoUntil: 'You can undo your last change until {time}.',
  undone: 'Undone. Takes effect within 10 seconds.',
} as const;
