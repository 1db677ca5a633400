import { randomBase62, type SecretBox } from '../../lib/secrets.ts';

/** 22 base-62 characters hold 130 bits. */
const LENGTH = 22;
const PURPOSE = 'link-form';
const TOKEN = new RegExp(`^([0-9A-Za-z]{${LENGTH}})\\.([0-9a-f]{32})$`);
const FORM_ID = new RegExp(`^[0-9A-Za-z]{${LENGTH}}(?:\\.\\d{15,16})?$`);

/** What makes two submits of one form one payment: drawn when the form is shown, and kept by nobody. Good for this link alone. */
export function newFormToken(box: SecretBox, linkId: string): string {
  const id = randomBase62(LENGTH);
  return `${id}.${box.tag(PURPOSE, `${linkId}/${id}`)}`;
}

/** The id of a form that we have shown of this link; undefined for anything else. */
export function formIdOf(box: SecretBox, linkId: string, token: string): string | undefined {
  const [, id = '', tag = ''] = TOKEN.exec(token) ?? [];
  return id !== '' && box.isTag(PURPOSE, `${linkId}/${id}`, tag) ? id : undefined;
}

/** The form's id once a payment that it made is not what its customer wants any more: sent twice, it is the same again. */
export function nextFormId(formId: string, formerPaymentId: number): string {
  return `${formId.slice(0, LENGTH)}.${formerPaymentId}`;
}

/** Whether a text can be the id of a form: what a browser's cookie says. */
export function isFormId(text: string): boolean {
  return FORM_ID.test(text);
}
