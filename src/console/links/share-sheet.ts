import { linkState, type PaymentLink } from '../../features/links/payment-link.ts';
import { type SharedLink, shareLink } from '../../features/links/share-link.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { qrSvg } from '../../platform/html/qr-code.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../../platform/messages/language.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { pathOf, spokenCode, urlOf } from './link-views.ts';

/** Hosts that no other machine can reach. */
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The parts that a seller shares: a message for WhatsApp, the address, the code, the QR code. */
export async function shareSheet(context: SignedInContext, link: PaymentLink): Promise<Html> {
  const { language, deps } = context;
  const texts = LINK_TEXTS[language];
  const url = urlOf(context, link);
  const isOver = !['active', 'in_use'].includes(linkState(link, deps.clock()));
  const file = (name: string, text: string) =>
    html`<a class="button quiet" href="${hrefOf(context, `${pathOf(link)}/${name}`)}">${text}</a>`;
  const local = THIS_MACHINE.test(new URL(deps.publicUrl).hostname) ? html`<p class="soft">${texts.localOnly}</p>` : '';
  return html`<h2>${texts.share}</h2><div class="sheet share"><div>
${isOver ? '' : messages(context, shareLink(link, deps.publicUrl))}
<h3>${texts.address}</h3><p><a href="${url}" id="link-url" rel="noreferrer">${url}</a></p>${local}
<p class="row"><a class="button quiet" href="${url}" rel="noreferrer">${texts.tryIt}</a>${copyButton('link-url', texts.copyAddress)}</p>
<h3>${texts.code}</h3><p><code class="spoken">${spokenCode(link)}</code></p><p class="soft">${texts.codeHint}</p></div>
<div><div class="qr" role="img" aria-label="${texts.qr}">${await qrSvg(url)}</div>
<p class="row">${file('poster', texts.poster)}${file('qr.svg', texts.qrSvg)}${file('qr.png', texts.qrPng)}</p></div></div>`;
}

/** The message in the user's language; those in the other languages are folded. */
function messages({ language }: SignedInContext, shared: Readonly<Record<Language, SharedLink>>): Html {
  const texts = LINK_TEXTS[language];
  const message = (each: Language) => {
    const { text, whatsapp } = shared[each];
    const id = `message-${each}`;
    const about = each === language ? '' : html`<span class="hidden"> ${TEXTS[each].languageName}</span>`;
    return html`<pre id="${id}" class="message" lang="${each}" tabindex="0">${text}</pre>
<p class="row"><a class="button" href="${whatsapp}" rel="noreferrer">${texts.whatsapp}${about}</a>${copyButton(id, texts.copy, about)}</p>`;
  };
  const others = LANGUAGES.filter((each) => each !== language);
  return html`<h3>${texts.message}</h3>${message(language)}
<details><summary>${texts.messageOthers}</summary>${others.map((each) => html`<h4 lang="${each}">${TEXTS[each].languageName}</h4>${message(each)}`)}</details>`;
}

function copyButton(id: string, text: string, about: Html | '' = ''): Html {
  return html`<button type="button" class="quiet copy" data-copy="${id}" hidden>${text}${about}</button>`;
}
