import type { Random } from '../world/random.ts';
import type { Answer } from './exchange.ts';
import type { ShopClient } from './shop-client.ts';
import { customer, finishTest, type Town } from './shopping.ts';
import type { Link } from './template.ts';

const US = 1_000_000;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * A customer at the page of a payment link. The customer opens the page, and sends its form once or several times at once, and again if
 * there was no response. The customer pays or does not pay, and may send the same form again later.
 */
export async function buyByLink(town: Town, client: ShopClient, link: Link, random: Random): Promise<void> {
  const { world } = town;
  const form = await openForm(town, client, link, random);
  if (form === undefined) return;
  const fields = fieldsOf(link, form, random);
  const bought = new Set<string>();
  for (let round = random.percent(40) ? 2 : 1; round > 0; round--) {
    for (let attempt = 1; attempt <= 6; attempt++) {
      const answers = await Promise.all(
        Array.from({ length: random.pick([1, 1, 2, 3]) }, async () => {
          await world.sleep(random.between(0, random.percent(60) ? 5_000 : 2 * US));
          return send(client, link, fields, form);
        }),
      );
      const payments = answers.flatMap((answer) => paymentOf(answer) ?? []);
      for (const payment of payments) {
        if (bought.has(payment)) continue;
        bought.add(payment);
        town.payments.push(payment);
        if (client.mode === 'live') customer(town, payment, random);
        else void finishTest(world, client, payment, random);
      }
      if (payments.length > 0 || answers.some((answer) => 'status' in answer && answer.status < 500)) break;
      await world.sleep(random.between(2, 15) * US);
    }
    await world.sleep(random.between(5, 120) * US);
  }
}

/** Opens the page, and returns the token of its form; undefined if nothing can be bought. */
async function openForm({ world }: Town, client: ShopClient, link: Link, random: Random): Promise<string | undefined> {
  for (let attempt = 1; attempt <= 8; attempt++) {
    const answer = await client.ask(
      { what: 'link page', shop: client.shop.name, mode: client.mode, method: 'GET', path: `/l/${link.code}?lang=fr` },
      { headers: { accept: 'text/html' } },
    );
    if ('status' in answer && answer.status < 500) return /name="form" value="([^"]+)"/.exec(answer.text)?.[1];
    await world.sleep(random.between(1, 10) * US);
  }
  return undefined;
}

function fieldsOf(link: Link, form: string, random: Random): Record<string, string> {
  const amount = link.amount === null ? { amount: String(random.between(25, 9_000)) } : {};
  const quantity = link.maxQuantity > 1 ? { quantity: String(random.between(1, link.maxQuantity)) } : {};
  return { form, method: random.pick(link.methods), name: 'Jan "Ti" Batis', ...amount, ...quantity };
}

function send(client: ShopClient, { code }: Link, fields: Record<string, string>, form: string): Promise<Answer> {
  const body = new URLSearchParams(fields).toString();
  const asked = { what: 'link form', method: 'POST', path: `/l/${code}?lang=fr`, body, form, link: code } as const;
  return client.ask(
    { ...asked, shop: client.shop.name, mode: client.mode },
    { headers: { accept: 'text/html', 'content-type': FORM_TYPE, origin: 'https://pay.example' } },
  );
}

/** The payment whose page a response leads to. */
function paymentOf(answer: Answer): string | undefined {
  if (!('status' in answer) || answer.status !== 303) return undefined;
  return /\r\nlocation: [^\r]*\/pay\/(\d+)\//i.exec(answer.headers)?.[1];
}
