import { html } from 'ghtml';
import { linkState, type PaymentLink } from '../../domain/payment-link.ts';
import { hrefOf, type SignedInVisit } from '../visit.ts';
import { LINK_TEXTS } from './link-texts.ts';
import { pathOf, spokenCode, urlOf } from './link-views.ts';
import { qrSvg } from './qr-picture.ts';
import { shareText } from './share-text.ts';

/** Hosts that lead nowhere on another machine. */
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** All that a seller passes on: the address, a message for WhatsApp, the code to say, the QR code. */
export async function shareSheet(visit: SignedInVisit, link: PaymentLink, shop: string): Promise<string> {
  const { language, deps } = visit;
  const texts = LINK_TEXTS[language];
  const url = urlOf(visit, link);
  const message = shareText(link, { shop, url, language });
  const whatsapp = `https://wa.me/?${new URLSearchParams({ text: message })}`;
  const isOver = !['active', 'in_use'].includes(linkState(link, deps.clock()));
  const copy = (id: string, text: string) =>
    html`<button type="button" class="quiet copy" data-copy="${id}" hidden>${text}</button>`;
  const file = (name: string, text: string) =>
    html`<a class="button quiet" href="${hrefOf(visit, `${pathOf(link)}/${name}`)}">${text}</a>`;
  const local = THIS_MACHINE.test(new URL(deps.publicUrl).hostname) ? html`<p class="soft">${texts.localOnly}</p>` : '';
  const send = isOver
    ? ''
    : html`<h3>${texts.message}</h3><pre id="link-message" class="message" tabindex="0">${message}</pre>
<p class="row"><a class="button" href="${whatsapp}" rel="noreferrer">${texts.whatsapp}</a>!${copy('link-message', texts.copy)}</p>`;
  return html`<h2>${texts.share}</h2><div class="sheet share"><div>
<h3>${texts.address}</h3><p><a href="${url}" id="link-url" rel="noreferrer">${url}</a></p>!${local}
<p class="row">!${copy('link-url', texts.copyAddress)}</p>
!${send}
<h3>${texts.code}</h3><p><code class="spoken">${spokenCode(link)}</code></p><p class="soft">${texts.codeHint}</p></div>
<div><div class="qr" role="img" aria-label="${texts.qr}">!${await qrSvg(url)}</div>
<p class="row">!${file('poster', texts.poster)}!${file('qr.svg', texts.qrSvg)}!${file('qr.png', texts.qrPng)}</p></div></div>`;
}
