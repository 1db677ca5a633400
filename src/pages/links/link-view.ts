import type { OfferedMethod } from '../../features/links/offered-methods.ts';
import { type LinkMethod, mostOfLink, type PaymentLink } from '../../features/links/payment-link.ts';
import { linkPicturePath, shownSize } from '../../features/websites/brand.ts';
import { type Html, html, joinHtml } from '../../platform/html/html.ts';
import type { Texts } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../../platform/messages/language.ts';
import { capital, formatMoney, formatUnits, methodTitle } from '../../platform/wording/format.ts';
import { TYPED_FORM } from '../layout.ts';
import { CARD_NETWORKS, methodMark } from '../marks.ts';
import { errorList } from '../views/form.ts';

/** The fields of a link's form. */
type LinkFieldName = 'amount' | 'quantity' | 'method' | 'name' | 'phone' | 'email';
/** The submitted values; empty for missing ones. */
export type TypedLink = Readonly<Record<LinkFieldName, string>>;
/** The error messages by field; `form` is for errors of no single field. */
export type LinkErrors = Partial<Readonly<Record<LinkFieldName | 'form', string>>>;

/** The largest picture of a link, CSS pixels: as wide as a sheet. */
const PICTURE_BOX = { width: 440, height: 330 };

/** The data of a link's page. */
export interface LinkView {
  readonly link: PaymentLink;
  readonly language: Language;
  readonly texts: Texts;
  readonly methods: readonly OfferedMethod[];
  readonly typed: TypedLink;
  readonly errors: LinkErrors;
  /** Identifies this form, so that two submits create one payment. */
  readonly token: string;
  /** The start of addresses on this gateway: its path. */
  readonly base: string;
  /** The address of this browser's payment in progress. */
  readonly startedHref: string | undefined;
}

/** The product or service of the link, and the form that starts a payment. */
export function linkForm(view: LinkView): Html {
  const { link, texts, language, token } = view;
  const errors = Object.entries(view.errors).map(
    ([name, text]) => [name === 'form' ? undefined : `field-${name}`, text] as const,
  );
  return html`${started(view)}${errorList(texts, errors)}
<section class="sheet order">
<h1><bdi>${link.name}</bdi></h1>
${pictureOf(view)}${link.amountMode === 'fixed' ? html`<p class="sum">${formatMoney(link.amountMinor ?? 0, link.currency, language)}</p>` : ''}
${description(link, language)}
</section>
<section class="sheet">
<form id="${TYPED_FORM}" method="post" action="?lang=${language}" novalidate>
${link.amountMode === 'fixed' ? quantityField(view) : amountField(view)}
${methodChoices({ methods: view.methods, texts, chosen: view.typed.method, error: view.errors.method })}
${link.asksName ? field(view, { name: 'name', label: texts.link.name, attributes: html`autocomplete="name" maxlength="255"` }) : ''}
${link.asksPhone ? field(view, { name: 'phone', label: texts.link.phone, attributes: html`type="tel" inputmode="tel" autocomplete="tel" maxlength="20"` }) : ''}
${link.asksEmail ? field(view, { name: 'email', label: texts.link.email, attributes: html`type="email" inputmode="email" autocomplete="email" maxlength="254"`, isOptional: true }) : ''}
<input type="hidden" name="form" value="${token}">
<button>${texts.next}</button>
</form>
</section>`;
}

/** The picture. Its subject is the title above it, so it needs no alternative text. */
function pictureOf({ link: { picture }, base }: LinkView): Html | '' {
  if (!picture) return '';
  const { width, height } = shownSize(picture, PICTURE_BOX);
  return html`<img class="picture" src="${base}${linkPicturePath(picture)}" width="${width}" height="${height}" alt="" loading="lazy" decoding="async">
`;
}

/** The link's description in the reader's language, if there is one. */
function description({ descriptions }: Pick<PaymentLink, 'descriptions'>, language: Language): Html | '' {
  const written = [language, ...LANGUAGES].find((each) => descriptions[each] !== null);
  const text = written && descriptions[written];
  return text ? html`<p class="text" lang="${written}"><bdi>${text}</bdi></p>` : '';
}

function started({ startedHref, texts }: LinkView): Html | '' {
  if (startedHref === undefined) return '';
  return html`<section class="sheet"><p>${texts.link.started}</p><a class="button quiet" href="${startedHref}">${texts.link.goOn}</a></section>
`;
}

/** The amount, for the customer to choose, with its limits: the widest of all methods, because the method is chosen below. */
function amountField(view: LinkView): Html {
  const { link, methods, texts, language } = view;
  const money = (minor: number) => formatMoney(minor, link.currency, language);
  const least = Math.min(...methods.map(({ leastMinor }) => leastMinor));
  const most = Math.max(...methods.map(({ mostMinor }) => mostMinor));
  return html`${field(view, { name: 'amount', label: texts.link.amountIn({ currency: link.currency }), attributes: html`inputmode="decimal" autocomplete="off" maxlength="40"`, hint: texts.link.amountBetween({ least: money(least), most: money(most) }) })}`;
}

/** The field for the quantity. There is none if the customer can only buy one unit. */
function quantityField(view: LinkView): Html | '' {
  const { link, texts, language } = view;
  const most = mostOfLink(link);
  if (most <= 1) return '';
  const price = formatMoney(link.amountMinor ?? 0, link.currency, language);
  return field(view, {
    name: 'quantity',
    label: texts.link.quantity,
    attributes: html`inputmode="numeric" autocomplete="off" maxlength="2"`,
    hint: texts.link.quantityHint({ price, most }),
  });
}

/** The initial value of the amount field. */
export function proposedAmount({ amountMinor }: PaymentLink, language: Language): string {
  return amountMinor === null ? '' : formatUnits(amountMinor, language);
}

/** The choice of a method. The first one is chosen unless `chosen` is one of them. */
export function methodChoices({
  methods,
  texts,
  chosen: typed,
  error,
}: {
  readonly methods: readonly OfferedMethod[];
  readonly texts: Texts;
  readonly chosen: string;
  readonly error: string | undefined;
}): Html {
  const chosen = methods.some(({ method }) => method === typed) ? typed : methods[0]?.method;
  const choices = methods.map(
    ({ method }, index) =>
      html`<label class="choice"><input type="radio" name="method" value="${method}"${index === 0 ? html` id="field-method"` : ''}${method === chosen ? ' checked' : ''}>${methodMark(method)}${choiceText(method, texts)}</label>`,
  );
  const errors = error === undefined ? {} : { method: error };
  return html`<fieldset><legend>${texts.link.how}</legend>${choices}${errorOf('method', errors)}</fieldset>`;
}

function choiceText(method: LinkMethod, texts: Texts): Html {
  const title = capital(methodTitle(method, texts));
  if (method !== 'lakaypay_card') return html`${title}`;
  return html`<span>${title} <span class="soft">${texts.byLakayPay}</span>${CARD_NETWORKS}</span>`;
}

interface Field {
  readonly name: LinkFieldName;
  readonly label: string;
  readonly attributes: Html;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

function field({ typed, errors }: LinkView, { name, label, attributes, hint, isOptional }: Field): Html {
  const isWrong = errors[name] !== undefined;
  const isFirst = Object.keys(errors)[0] === name;
  const described = [hint && `field-${name}-hint`, isWrong && `field-${name}-error`].filter(Boolean).join(' ');
  const more = [
    !isOptional && html`required`,
    attributes,
    described && html`aria-describedby="${described}"`,
    isWrong && html`aria-invalid="true"`,
    isFirst && html`autofocus`,
  ];
  return html`<div>
<label for="field-${name}">${label}</label>
<input id="field-${name}" name="${name}" value="${typed[name]}" ${joinHtml(more, ' ')}>
${hint && html`<p class="soft" id="field-${name}-hint">${hint}</p>`}
${errorOf(name, errors)}
</div>`;
}

function errorOf(name: LinkFieldName, errors: LinkErrors): Html | '' {
  return errors[name] === undefined
    ? ''
    : html`<p class="error" id="field-${name}-error" role="alert">${errors[name]}</p>`;
}
