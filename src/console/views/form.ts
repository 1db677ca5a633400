import { formField, formFields } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { type Refusal, refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { SIGN_IN_TEXTS } from '../../platform/messages/sign-in/sign-in-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { type ConsoleContext, hrefOf, type KeptForm, ownPath } from '../console-context.ts';
import { notice } from './parts.ts';

/** A field of a form. */
export interface FormField {
  readonly name: string;
  /** Replaces the name in ids, if two forms of a page have fields with the same name. */
  readonly id?: string;
  readonly label: string;
  readonly type?:
    | 'text'
    | 'email'
    | 'password'
    | 'date'
    | 'datetime-local'
    | 'url'
    | 'number'
    | 'search'
    | 'textarea'
    | 'select'
    | 'checkbox'
    | 'checkboxes'
    | 'radios'
    | 'file';
  /** The submitted or current value. */
  readonly value?: string | undefined;
  /** The hint below the label. */
  readonly hint?: string | undefined;
  /** The error in the submitted value. */
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'decimal' | 'email' | 'tel' | 'url' | 'search';
  readonly maxlength?: number;
  readonly isOptional?: boolean;
  /** Not shown, for example a choice that has one value. */
  readonly isHidden?: boolean;
  /** For a file: the types that the browser offers. */
  readonly accept?: string;
  /** For a picture: the page's script reduces it to this size, in bytes. */
  readonly shrinksTo?: number;
  /** For checkboxes: the chosen values. */
  readonly values?: readonly string[];
  /** The choices: value, text, and hint (not in a select). */
  readonly options?: readonly (readonly [value: string, text: string, hint?: string])[];
}

/** A field of a form that a verb may have refused. */
export interface SentField extends Omit<FormField, 'error'> {
  readonly error?: string | Refusal | undefined;
}

/** A verb's refusal of a form: its errors, each with the name of its field. */
export type FormFault = Pick<OperatorError, 'faults'>;

/** Fields that most users leave unchanged. */
export interface FieldFold {
  readonly label: string;
  readonly fields: readonly SentField[];
}

/** A form that changes something. */
export interface ConsoleForm {
  /** Below `/console`. */
  readonly action: string;
  readonly fields: readonly SentField[];
  /** More fields below the others, folded until one of them is filled in or has an error. */
  readonly folds?: readonly FieldFold[];
  readonly submit: string;
  /**
   * The refusal of the submitted form. The fields show the submitted values again, and the error is next to its field. If the form has no
   * such field, `general` is shown above the form, by default the error's text.
   */
  readonly fault?: FormFault | undefined;
  readonly general?: Html | '';
  /** Whether it is sent as a form with a file is, because hidden values are large. */
  readonly isLarge?: boolean;
  /** Values that are sent but not shown. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Whether the action is destructive. */
  readonly isDanger?: boolean;
  /** The user name that the password belongs to, for password managers. */
  readonly username?: string;
}

/**
 * A form with its token. If there are errors, a summary above the form links to each field, and each field shows what to change. Submitted
 * values are shown again, except passwords.
 */
export function formView(context: ConsoleContext, form: ConsoleForm): Html {
  const { action, fields, folds = [], submit, fault, hidden = {}, isDanger, username } = form;
  const { formToken, language } = context;
  const kept = context.kept?.action === action && !fault ? context.kept : undefined;
  const given = fields.map((field) => sentField(context, field, { fault, kept }));
  const folded = folds.map((fold) => ({
    ...fold,
    fields: fold.fields.map((field) => sentField(context, field, { fault, kept })),
  }));
  const all = [given, ...folded.map((fold) => fold.fields)].flat();
  const wrong = all.filter(({ error }) => error !== undefined);
  const others = (fault?.faults ?? []).filter(({ field }) => !all.some(({ name }) => name === field));
  const general =
    others.length > 0
      ? (form.general ?? others.map(({ refusal }) => notice('bad', html`<p>${refusalText(refusal, language)}</p>`)))
      : '';
  // The form's page: a step-up in between returns to it.
  const ofForm = { form_token: formToken, form_page: ownPath(context) };
  // A saved form is sent with the version of the item that its user saw.
  const versions = Object.entries(hidden).map(([name, value]) => [name, kept?.fields[name]?.[0] ?? value] as const);
  const unseen = [...Object.entries(ofForm), ...versions].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const again = kept ? notice('care', html`<p>${SIGN_IN_TEXTS[language].keptShown}</p>`) : '';
  const encoding =
    form.isLarge || fields.some(({ type }) => type === 'file') ? html` enctype="multipart/form-data"` : '';
  return html`${again}${general}${wrong.length > 0 ? errorSummary(context, wrong) : ''}
<form method="post" action="${hrefOf(context, action)}"${encoding} novalidate>
${unseen}${username === undefined ? '' : html`<input type="text" name="username" value="${username}" autocomplete="username" readonly hidden>`}
${given.map((field) => fieldView(field))}${folded.map(foldView)}
<button${isDanger ? html` class="danger"` : ''}>${submit}</button>
</form>`;
}

/** A field with its submitted value, except a one-time code, and with its error. */
function sentField(
  { request, language }: ConsoleContext,
  field: SentField,
  { fault, kept }: { fault: FormFault | undefined; kept: KeptForm | undefined },
): FormField {
  const { name, type, autocomplete, error = fault?.faults.find((each) => each.field === name)?.refusal } = field;
  const sent = type === 'checkboxes' ? { values: formFields(request, name) } : { value: formField(request, name) };
  return {
    ...field,
    ...(fault && autocomplete !== 'one-time-code' && sent),
    ...(kept && keptValue(field, kept)),
    error: typeof error === 'object' ? refusalText(error, language) : error,
  };
}

/** The saved value of a field. Secrets are not saved, so such fields stay empty. */
function keptValue({ name, type, value }: SentField, { fields }: KeptForm): Pick<FormField, 'value' | 'values'> {
  const values = fields[name];
  if (type === 'checkboxes') return { values: values ?? [] };
  return { value: values?.[0] ?? (type === 'checkbox' ? '' : value) };
}

function foldView({ label, fields }: { label: string; fields: readonly FormField[] }): Html {
  const isUsed = fields.some(
    ({ value = '', values = [], error }) => value !== '' || values.length > 0 || error !== undefined,
  );
  return html`<details class="fold"${isUsed ? ' open' : ''}><summary>${label}</summary>${fields.map((field) => fieldView(field))}</details>`;
}

function errorSummary({ language }: ConsoleContext, wrong: readonly FormField[]): Html {
  const { colon } = TEXTS[language];
  const items = wrong.map(
    // The label of a checkbox may be a sentence.
    ({ name, label, error }) => html`<li><a href="#f-${name}">${label.replace(/\.$/, '')}${colon} ${error}</a></li>`,
  );
  // The summary takes the focus, so that screen readers read the errors first.
  return html`<div class="wrong" role="alert" tabindex="-1" autofocus><h2>${FRAME_TEXTS[language].wrongFields}</h2><ul>${items}</ul></div>`;
}

/** A field with its label, for forms and for filters. */
export function fieldView(field: FormField): Html {
  const { name, id = name, label, hint, error, type = 'text' } = field;
  const described = [hint && `h-${id}`, error && `e-${id}`].filter(Boolean).join(' ');
  const aria = html`${described && html` aria-describedby="${described}"`}${error === undefined ? '' : html` aria-invalid="true"`}`;
  const notes = html`${hint && html`<p class="hint" id="h-${id}">${hint}</p>`}${error && html`<p class="error" id="e-${id}">${error}</p>`}`;
  if (type === 'checkbox') {
    return html`<div class="field check"><input type="checkbox" id="f-${id}" name="${name}" value="1"${field.value === '1' ? ' checked' : ''}${aria}><label for="f-${id}">${label}</label>${notes}</div>`;
  }
  if (type === 'checkboxes' || type === 'radios') return choicesView(field, notes);
  return html`<div class="field"><label for="f-${id}">${label}</label>${notes}${control(field, aria)}</div>`;
}

/** Several fields with one name. The first has the id that an error links to. */
function choicesView({ name, label, type, value, values = [], options = [], error }: FormField, notes: Html): Html {
  const kind = type === 'radios' ? 'radio' : 'checkbox';
  const choices = options.map(([each, text, hint], at) => {
    const id = at === 0 ? `f-${name}` : `f-${name}-${at}`;
    const isChosen = kind === 'radio' ? each === value : values.includes(each);
    const more = hint === undefined ? '' : html`<p class="hint" id="h-${id}">${hint}</p>`;
    return html`<div class="check"><input type="${kind}" id="${id}" name="${name}" value="${each}"${isChosen ? ' checked' : ''}${hint && html` aria-describedby="h-${id}"`}><label for="${id}">${text}</label>${more}</div>`;
  });
  return html`<fieldset class="field"${error && html` aria-describedby="e-${name}"`}><legend>${label}</legend>${notes}${choices}</fieldset>`;
}

function control(field: FormField, aria: Html): Html {
  const {
    name,
    id = name,
    type = 'text',
    value = '',
    options = [],
    autocomplete,
    inputmode,
    maxlength,
    isOptional,
  } = field;
  const shared = html` id="f-${id}" name="${name}"${isOptional ? '' : ' required'}${aria}`;
  if (type === 'select') {
    const choices = options.map(
      ([each, text]) => html`<option value="${each}"${each === value ? ' selected' : ''}>${text}</option>`,
    );
    return html`<select${shared}>${choices}</select>`;
  }
  if (type === 'textarea') {
    return html`<textarea${shared} rows="3"${maxlength && html` maxlength="${maxlength}"`}>${value}</textarea>`;
  }
  if (type === 'file')
    return html`<input type="file"${shared}${field.accept && html` accept="${field.accept}"`}${field.shrinksTo && html` data-bytes="${field.shrinksTo}"`}>`;
  const hints = html`${autocomplete && html` autocomplete="${autocomplete}"`}${inputmode && html` inputmode="${inputmode}"`}${maxlength && html` maxlength="${maxlength}"`}`;
  return html`<input type="${type}"${shared}${hints} value="${type === 'password' ? '' : value}">`;
}

/** A button for one action: a form without fields. `about` names its object for screen readers, which do not see the row. */
export function actionView(
  context: ConsoleContext,
  action: Omit<ConsoleForm, 'fields'> & { readonly about?: string },
): Html {
  const { formToken } = context;
  const given = Object.entries({ form_token: formToken, form_page: ownPath(context), ...action.hidden }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${hrefOf(context, action.action)}">${given}<button class="${action.isDanger ? 'danger' : 'quiet'}">${action.submit}${action.about && html`<span class="hidden"> ${action.about}</span>`}</button></form>`;
}
