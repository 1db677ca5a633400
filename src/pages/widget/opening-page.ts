import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { widgetLayout } from './widget-layout.ts';

/** The widget's first page: it requests the client secret from the page around it, and posts the secret here as a form. */
export function openingPage(language: Language): Html {
  const texts = TEXTS[language];
  return widgetLayout({
    language,
    title: '',
    state: 'opening',
    content: html`<h1 class="soft">${texts.opening}</h1>
<noscript><p>${texts.needsScript}</p></noscript>
<form method="post" action="card/session?lang=${language}" data-opens>
<input type="hidden" name="client_secret"><input type="hidden" name="publishable_key">
</form>`,
  });
}
