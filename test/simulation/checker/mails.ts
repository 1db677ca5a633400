import type { Violation } from './history.ts';
import type { Facts, LineOf, Row } from './history-facts.ts';

/**
 * I6: for each completed payment of a shop that sends receipts, only the customer gets a receipt. For each sale by a link, the seller
 * gets a notice. Each of these e-mails is sent once, unless responses were lost. An unpaid payment causes no e-mail.
 */
export function checkMails(facts: Facts): Violation[] {
  const { rows, of } = facts;
  const isOn = of('run')[0]?.features.includes('mail') ?? false;
  const payments = new Map(rows('payments').map((row) => [String(row.id), row]));
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I6', message });
  const mails = Map.groupBy(of('mail'), ({ messageId }) => messageId);
  const wanted = new Map<string, string>();
  if (isOn) {
    for (const payment of payments.values()) {
      if (payment.status !== 'completed') continue;
      const receiver = receiverOf(facts, payment);
      if (receiver !== undefined) wanted.set(`<receipt.${payment.id}@pay.example>`, receiver);
      const seller = sellerOf(facts, payment);
      if (seller !== undefined) wanted.set(`<link.${payment.id}@pay.example>`, seller);
    }
  }
  for (const [messageId, all] of mails) {
    const id = /\.(\d+)@/.exec(messageId)?.[1] ?? '';
    if (wanted.get(messageId) !== all[0]!.to)
      say(`the e-mail ${messageId} went to ${all[0]!.to}, and not to ${wanted.get(messageId)}`);
    if (new Set(all.map(({ to, subject, text }) => `${to} ${subject} ${text}`)).size > 1)
      say(`the e-mail ${messageId} is not always the same`);
    const payment = payments.get(id);
    if (payment && !saysWhat(all[0]!, payment))
      say(`the e-mail ${messageId} does not say what was paid: ${all[0]!.text}`);
  }
  const stored = new Map<string, Row>([
    ...rows('receipts').map((row) => [`<receipt.${row.payment_id}@pay.example>`, row] as const),
    ...rows('link_notices').map((row) => [`<link.${row.payment_id}@pay.example>`, row] as const),
  ]);
  for (const [messageId, to] of wanted) {
    const row = stored.get(messageId);
    const all = mails.get(messageId) ?? [];
    const taken = all.filter(({ accepted }) => accepted).length;
    const end = to.startsWith('nobody') ? 'given_up' : 'sent';
    if (row?.status !== end) say(`the e-mail ${messageId} is ${row?.status ?? 'unknown'} in the end, and not ${end}`);
    if (end === 'sent' && taken === 0) say(`the e-mail ${messageId} has never reached its server, which works`);
    if (Number(row?.attempts ?? 0) < all.length)
      say(`the e-mail ${messageId} was sent ${all.length} times in ${row?.attempts} attempts`);
    if (taken > 1 && !wasLost(facts, all))
      say(`the e-mail ${messageId} was sent ${taken} times, and every response had arrived`);
  }
  for (const messageId of stored.keys())
    if (!wanted.has(messageId)) say(`the e-mail ${messageId} is planned, and no shop or seller wants it`);
  return found;
}

function receiverOf({ of }: Facts, { website_id: website, customer_email: email }: Row): string | undefined {
  const isWanted = of('shop').some(({ websiteId, sendsReceipts }) => websiteId === website && sendsReceipts);
  return isWanted && email !== null ? String(email) : undefined;
}

function sellerOf({ of }: Facts, { metadata }: Row): string | undefined {
  const link = of('link').find(({ code }) => String(metadata).startsWith(`{"link":"${code}"`));
  return link?.notifies ?? undefined;
}

/** Whether the e-mail has the payment's id, and its amount in any notation. */
function saysWhat({ text }: LineOf<'mail'>, payment: Row): boolean {
  const units = String(Math.floor(Number(payment.amount_minor) / 100));
  return text.includes(String(payment.id)) && text.replaceAll(/[^\d\n]/g, '').includes(units);
}

/** Whether the mail server's response may have been lost, or may not have been stored. */
function wasLost({ of }: Facts, all: readonly LineOf<'mail'>[]): boolean {
  const [from, to] = [all[0]!.t, all.at(-1)!.t];
  const isOfMail = ({ host }: LineOf<'fault'>) => host === undefined || host === 'mail.example';
  const isNear = ({ t }: { t: number }) => t >= from - 60_000_000 && t <= to;
  // A mail server drops responses only until all faults end.
  return of('fault').some((fault) => isOfMail(fault) && isNear(fault)) || from <= (of('healed')[0]?.t ?? 0);
}
