import type { SentPost } from '../../simulators/secure-acceptance/notifier.ts';
import { browse, type Trial } from './trial.ts';
import type { PageView, VisitOptions } from './visit.ts';

/** An address at which the page of a payment is opened. */
export interface Entry {
  readonly name: string;
  readonly open: (options: VisitOptions) => Promise<PageView>;
  /** Set if the browser does not prove that it is the customer's. Such a browser must see nothing of the order. */
  readonly isUnproven?: true;
  /** The states that the page may show instead of the payment's state. */
  readonly mayAlsoBe?: readonly string[];
}

/** Every address that the customer of a payment may have in a tab, a history or a message. */
export function entriesOf(trial: Trial): Entry[] {
  const open =
    (address: string, fields?: Record<string, string>): Entry['open'] =>
    (options) =>
      browse(trial, address, { ...options, ...(fields && { fields }) });
  const sessions = trial.tabs.map(
    (tab, index): Entry => ({
      name: `the session of tab ${index}`,
      open: open(tab),
      // A session of the widget ends after an hour. The shop's page around it then opens another one.
      mayAlsoBe: trial.method === 'card' ? ['opening'] : [],
    }),
  );
  return [...pagesOf(trial, open), ...sessions, ...returnsOf(trial, open)];
}

type Opener = (address: string, fields?: Record<string, string>) => Entry['open'];

function pagesOf({ method, page, secret }: Trial, open: Opener): Entry[] {
  if (method !== 'card') return [{ name: 'the page', open: open(page) }];
  const frame: Entry = { name: "the widget's first page", open: open(page), mayAlsoBe: ['opening'] };
  return secret ? [frame, { name: 'the widget', open: open(`${page}/session`, secret) }] : [frame];
}

/** The addresses to which the provider sends the customer back. */
function returnsOf({ driver, stage, id }: Trial, open: Opener): Entry[] {
  const { url } = stage.gateway();
  const { moncash, natcash, acceptance } = stage.providers;
  switch (driver?.method) {
    case 'moncash': {
      const address = `${url}/providers/moncash/return`;
      const isPaid = driver.book().some(({ reference, status }) => reference === id && status === 'paid');
      const addresses = [`${address}?orderId=${id}`, ...(isPaid ? [moncash.returnUrl(id)] : [])];
      // A browser without our cookie, or with an old one, sees only the page `returned`, which thanks the customer.
      const proven = addresses.map(
        // The address proves nothing: it has only the payment's number.
        (each): Entry => ({ name: 'the return', open: open(each), isUnproven: true, mayAlsoBe: ['returned'] }),
      );
      const otherBrowser: Entry = {
        name: 'the return in another browser',
        open: (options) => open(addresses[0] ?? '')({ ...options, cookie: '' }),
        isUnproven: true,
        mayAlsoBe: ['returned'],
      };
      return [...proven, otherBrowser];
    }
    case 'natcash': {
      const isKnown = driver.book().some(({ reference }) => reference === id);
      return isKnown ? [{ name: 'the return', open: open(natcash.returnUrl(`NC${id}`)) }] : [];
    }
    case 'lakaypay_card': {
      const address = `${url}/providers/lakaypay_card/return`;
      // Posts that were refused are ignored: they were forged.
      const isTaken = (post: SentPost) => post.status === (post.url.endsWith('/notify') ? 200 : 303);
      const posted = acceptance.posts().findLast((post) => post.fields.req_reference_number === id && isTaken(post));
      const reloaded: Entry = { name: 'the return without its form', open: open(address), mayAlsoBe: ['returned'] };
      return posted ? [{ name: 'the return', open: open(address, { ...posted.fields }) }, reloaded] : [reloaded];
    }
    default:
      return [];
  }
}
